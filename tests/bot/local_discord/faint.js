// Every element whose letters stand out too little from their ground: less than 4.5 to 1.
(() => {
  const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const over = ([r, g, b, alpha = 1], under) =>
    [r, g, b].map((each, index) => each * alpha + under[index] * (1 - alpha));
  const light = (rgb) => {
    const [r, g, b] = rgb
      .map((each) => each / 255)
      .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const own = numbers(getComputedStyle(element).backgroundColor);
    if (own.length === 3) return own;
    const under = element.parentElement ? ground(element.parentElement) : [0, 0, 0];
    return own[3] ? over(own, under) : under;
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!text || !shown || element.closest(":disabled, .spoiler, [hidden]")) continue;
    const under = ground(element);
    const one = light(over(numbers(getComputedStyle(element).color), under));
    const other = light(under);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const name = `${element.className} ${element.innerText.slice(0, 20)}`;
    if (ratio < 4.5) found.push(`${name} ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
})();
