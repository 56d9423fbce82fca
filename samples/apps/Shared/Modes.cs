namespace Pooling.Samples;

/// <summary>The two modes that a sample compares, by their names on the command line.</summary>
internal static class Modes
{
    public const string Before = "before";
    public const string Pooled = "pooled";

    /// <summary>The names of both modes. The first one is the baseline.</summary>
    public static IReadOnlyList<string> Both { get; } = [Before, Pooled];

    /// <summary>Parses the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">The value is not the name of a mode.</exception>
    public static string Parse(string value) => value is Before or Pooled
        ? value
        : throw new UsageException($"unknown mode '{value}'; available: {Before}, {Pooled}");
}
