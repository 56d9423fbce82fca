# soak_steps [--long | --short]: the long concurrent runs and the explorer of schedules; --long runs each ten times as long, --short runs
# the explorer alone, with the smallest programs.
soak_steps() {
  case ${1:-} in
    --long) step smoke 'soak, long' run_soak 9000 --long ;;
    --short) step smoke 'schedules' run_soak 1800 --short ;;
    *) step smoke 'soak' run_soak 1800 --ci ;;
  esac
}

run_soak() { limit "$1" dotnet run -c Release --no-build --project tests/Pooling.SoakTests -- "$2"; }
