namespace Pooling.Samples;

/// <summary>The two ways that a sample compares, by their names on the command line.</summary>
internal static class Modes
{
    public const string Stock = "stock";
    public const string Pooled = "pooled";

    /// <summary>Both of them. The first one is the baseline.</summary>
    public static IReadOnlyList<string> Both { get; } = [Stock, Pooled];

    /// <summary>Parses the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">The value is not the name of a mode.</exception>
    public static string Parse(string value) => value is Stock or Pooled
        ? value
        : throw new UsageException($"unknown mode '{value}'; available: {Stock}, {Pooled}");
}
