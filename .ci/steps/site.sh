# The documentation site. The browser waits most of the time, so it runs beside what comes next.
site_steps() {
  step step 'site' build_site
  beside step node 'site in a browser' browse_site
}

build_site() {
  limit 600 npm ci --no-audit --no-fund
  limit 600 npm run docs
}

# In a browser: every link, search, both themes, the width of a phone.
browse_site() { limit 600 npm run docs:test; }
