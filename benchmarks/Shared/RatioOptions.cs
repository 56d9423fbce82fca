using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Pooling.Benchmarks;

/// <summary>How the ratio run measures.</summary>
internal sealed record RatioOptions
{
    internal IReadOnlyList<string> Filters { get; private init; } = [];

    internal int Rounds { get; private init; } = 15;

    internal int BatchMilliseconds { get; private init; } = 25;

    /// <summary>What the name of the method begins with that the others are compared with; null for the baseline.</summary>
    internal string? Against { get; private init; }

    internal string? JsonFile { get; private init; }

    internal static bool TryParse(ReadOnlySpan<string> args, out RatioOptions options, [NotNullWhen(false)] out string? error)
    {
        options = new RatioOptions();
        error = null;
        for (int i = 0; i < args.Length; i++)
        {
            string name = args[i];
            if (!name.StartsWith('-'))
            {
                options = options with { Filters = [.. options.Filters, name] };
                continue;
            }

            if (name is not ("--rounds" or "--batch" or "--against" or "--json"))
                error = $"--ratios does not know '{name}'.";
            else if (++i == args.Length)
                error = $"{name} needs a value.";
            else if (name == "--against")
                options = options with { Against = args[i] };
            else if (name == "--json")
                options = options with { JsonFile = args[i] };
            else if (!int.TryParse(args[i], NumberStyles.None, CultureInfo.InvariantCulture, out int value) || value is < 1 or > 10_000)
                error = $"{name} needs a number from 1 to 10000, not '{args[i]}'.";
            else
                options = name == "--rounds" ? options with { Rounds = value } : options with { BatchMilliseconds = value };

            if (error is not null)
                return false;
        }

        return true;
    }
}
