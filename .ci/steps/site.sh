# The documentation site.
site_steps() {
  step step 'site' build_site
  step node 'site in a browser' browse_site
}

build_site() {
  limit 600 npm ci --no-audit --no-fund
  limit 600 npm run docs
}

# In a browser: every link, search, both themes, the width of a phone.
browse_site() { limit 600 npm run docs:test; }
