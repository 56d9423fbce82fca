using System.Diagnostics.CodeAnalysis;

namespace Pooling.Benchmarks;

/// <summary>The options of the ratio run.</summary>
internal sealed record RatioOptions
{
    internal IReadOnlyList<string> Filters { get; private set; } = [];
    internal int Rounds { get; private set; } = 15;
    internal int BatchMilliseconds { get; private set; } = 25;
    internal int Processes { get; private set; } = 1; // for each group, one after the other; their rounds are combined
    internal bool IsRough { get; private set; } // a shorter warm-up, batches of one length, and no collections between them
    internal bool IsHeadlineOnly { get; private set; }
    internal bool HasSettings { get; private set; }
    internal bool Resumes { get; private set; } // keeps the results in the file of a similar run
    internal string? Group { get; private set; } // the only group, for a process that measures one
    internal string? JsonFile { get; private set; }

    internal static bool TryParse(ReadOnlySpan<string> args, out RatioOptions options, [NotNullWhen(false)] out string? error)
    {
        options = new RatioOptions();
        error = null;
        for (int i = 0; i < args.Length && error is null; i++)
        {
            if (!args[i].StartsWith('-'))
                options.Filters = [.. options.Filters, args[i]];
            else if (args[i] is "--rough")
                options.IsRough = true;
            else if (args[i] is "--headline")
                options.IsHeadlineOnly = true;
            else if (args[i] is "--settings")
                options.HasSettings = true;
            else if (args[i] is "--resume")
                options.Resumes = true;
            else
                error = options.Set(args[i], ++i < args.Length ? args[i] : null);
        }

        return error is null;
    }

    /// <returns>The error, or <see langword="null"/>.</returns>
    private string? Set(string name, string? value)
    {
        int number = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int parsed) ? parsed : 0;
        switch (name)
        {
            case "--group": Group = value; break;
            case "--json": JsonFile = value; break;
            case "--rounds": Rounds = number; break;
            case "--batch": BatchMilliseconds = number; break;
            case "--processes": Processes = number; break;
            default: return $"Unknown option of --ratios: '{name}'.";
        }

        return value is null ? $"{name} needs a value."
            : name is "--rounds" or "--batch" or "--processes" && number is < 1 or > 10_000
                ? $"{name} needs a number from 1 to 10000, not '{value}'."
                : null;
    }
}
