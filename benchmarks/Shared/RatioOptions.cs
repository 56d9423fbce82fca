using System.Diagnostics.CodeAnalysis;

namespace Pooling.Benchmarks;

/// <summary>How the ratio run measures.</summary>
internal sealed record RatioOptions
{
    internal IReadOnlyList<string> Filters { get; private init; } = [];

    internal int Rounds { get; private init; } = 15;

    internal int BatchMilliseconds { get; private init; } = 25;

    /// <summary>How many processes measure each group, one after the other; their rounds are merged.</summary>
    internal int Processes { get; private init; } = 1;

    /// <summary>Only groups with a headline row.</summary>
    internal bool IsHeadlineOnly { get; private init; }

    /// <summary>Whether each group is measured under all settings of the runtime.</summary>
    internal bool HasSettings { get; private init; }

    /// <summary>What the name of the method begins with that the others are compared with; null for the baseline.</summary>
    internal string? Against { get; private init; }

    /// <summary>The only group, for a process that measures one.</summary>
    internal string? Group { get; private init; }

    internal string? JsonFile { get; private init; }

    internal static bool TryParse(ReadOnlySpan<string> args, out RatioOptions options, [NotNullWhen(false)] out string? error)
    {
        options = new RatioOptions();
        for (int i = 0; i < args.Length; i++)
        {
            string name = args[i];
            if (!name.StartsWith('-'))
                options = options with { Filters = [.. options.Filters, name] };
            else if (name is "--headline")
                options = options with { IsHeadlineOnly = true };
            else if (name is "--settings")
                options = options with { HasSettings = true };
            else if (!TryParse(name, ++i < args.Length ? args[i] : null, ref options, out error))
                return false;
        }

        error = null;
        return true;
    }

    private static bool TryParse(string name, string? value, ref RatioOptions options, [NotNullWhen(false)] out string? error)
    {
        if (name is not ("--rounds" or "--batch" or "--processes" or "--against" or "--group" or "--json"))
            return (error = $"--ratios does not know '{name}'.") is null;

        if (value is null)
            return (error = $"{name} needs a value.") is null;

        error = null;
        if (name is "--against" or "--group" or "--json")
        {
            options = name == "--against" ? options with { Against = value }
                : name == "--group" ? options with { Group = value }
                : options with { JsonFile = value };
            return true;
        }

        if (!int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) || number is < 1 or > 10_000)
            return (error = $"{name} needs a number from 1 to 10000, not '{value}'.") is null;

        options = name == "--rounds" ? options with { Rounds = number }
            : name == "--batch" ? options with { BatchMilliseconds = number }
            : options with { Processes = number };
        return true;
    }
}
