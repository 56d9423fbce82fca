using System.Globalization;

namespace Pooling.Diagnostics;

/// <summary>Reads what the environment of the process, or its configuration file, says about diagnostics.</summary>
internal static class DiagnosticsSettings
{
    internal const string ModeVariable = "POOLING_DIAGNOSTICS_MODE";
    internal const string LeakIntervalVariable = "POOLING_DIAGNOSTICS_LEAK_INTERVAL";
    internal const string ModeProperty = "Pooling.Diagnostics.Mode";
    internal const string LeakIntervalProperty = "Pooling.Diagnostics.LeakInterval";

    internal static PoolingMode ReadMode() => ParseMode(Read(ModeVariable, ModeProperty));

    internal static int? ReadLeakInterval() => ParseLeakInterval(Read(LeakIntervalVariable, LeakIntervalProperty));

    // Not Enum.TryParse, whose code is slow to start.
    internal static PoolingMode ParseMode(string? text)
    {
        if (string.Equals(text, nameof(PoolingMode.Version), StringComparison.OrdinalIgnoreCase))
            return PoolingMode.Version;

        return string.Equals(text, nameof(PoolingMode.Leaks), StringComparison.OrdinalIgnoreCase) ? PoolingMode.Leaks : PoolingMode.Off;
    }

    internal static int? ParseLeakInterval(string? text) =>
        text is not null && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int interval) && interval > 0
            ? interval
            : null;

    private static string? Read(string variable, string property)
    {
        string? value = Environment.GetEnvironmentVariable(variable);
        return string.IsNullOrEmpty(value) ? AppContext.GetData(property) as string : value;
    }
}
