"""Makes everything in `render/assets` from named packages; not needed at run time.

`python -m render.build --npm DIR` with the packages of `package.json` and `requirements.txt`.
"""
