namespace OpcUa.App;

/// <summary>How notifications are received, and how that is named on the command line.</summary>
internal static class Modes
{
    public const string Stock = "stock";
    public const string Pooled = "pooled";

    /// <summary>Reads the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">It names no mode.</exception>
    public static string Parse(string value) => value is Stock or Pooled
        ? value
        : throw new UsageException($"unknown mode '{value}'; there are: {Stock}, {Pooled}");
}
