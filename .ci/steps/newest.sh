# The packages that are behind the newest of the feed: listed, not failed. Directory.Packages.props says why.
newest_steps() {
  step step 'packages that are behind' list_packages_behind
  sed -nE 's/^ *(> |.*: error )/     /p' "$logs"/*packages-that-are-behind.log
}

list_packages_behind() {
  limit 300 dotnet package list --outdated --project .ci/steps/newest.proj || true
}
