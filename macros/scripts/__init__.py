"""From the modules in browser/ to the scripts of the site: shared rules as JSON, and the bundler.

Translates what Python and JavaScript must agree on, and starts esbuild.
"""
