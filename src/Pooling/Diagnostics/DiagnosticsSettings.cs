using System.Globalization;

namespace Pooling.Diagnostics;

/// <summary>Reads what the environment of the process, or its configuration file, says about diagnostics.</summary>
internal static class DiagnosticsSettings
{
    internal const string ModeVariable = "POOLING_DIAGNOSTICS_MODE";
    internal const string LeakIntervalVariable = "POOLING_DIAGNOSTICS_LEAK_INTERVAL";
    internal const string ModeProperty = "Pooling.Diagnostics.Mode";
    internal const string LeakIntervalProperty = "Pooling.Diagnostics.LeakInterval";

    /// <summary>Reads the mode, and applies it to the return of arrays. One method, which the first pool of a process
    /// waits for.</summary>
    internal static PoolingMode ReadMode()
    {
        string? text = Environment.GetEnvironmentVariable(ModeVariable);
        if (string.IsNullOrEmpty(text))
            text = AppContext.GetData(ModeProperty) as string;

        if (text is null)
            return PoolingMode.Off;

        if (string.Equals(text, nameof(PoolingMode.Version), StringComparison.OrdinalIgnoreCase))
        {
            ArrayReturns.Apply(PoolingMode.Version);
            return PoolingMode.Version;
        }

        return string.Equals(text, nameof(PoolingMode.Leaks), StringComparison.OrdinalIgnoreCase)
            ? PoolingMode.Leaks
            : PoolingMode.Off;
    }

    internal static int? ReadLeakInterval()
    {
        string? text = Environment.GetEnvironmentVariable(LeakIntervalVariable);
        if (string.IsNullOrEmpty(text))
            text = AppContext.GetData(LeakIntervalProperty) as string;

        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int interval)
            && interval > 0 ? interval : null;
    }
}
