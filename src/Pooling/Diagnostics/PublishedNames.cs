namespace Pooling.Diagnostics;

/// <summary>Decides which names of pools are published: the first 256 that are read. The others are one. Not
/// thread-safe.</summary>
/// <remarks>A decision stays: what is counted under a name, or under that of the others, is never counted under both.
/// So live pools are decided on as they are listed, before one of them can end.</remarks>
internal sealed class PublishedNames
{
    /// <summary>The maximum number of names.</summary>
    internal const int Max = 256;

    /// <summary>The name of all pools above the maximum.</summary>
    internal const string Other = "(other)";

    private readonly HashSet<string> _names = [];

    /// <summary>Returns the name under which to publish, and publishes one that is new if there is room.</summary>
    internal string Of(string name)
    {
        if (_names.Contains(name))
            return name;

        if (_names.Count >= Max || name == Other)
            return Other;

        _names.Add(name);
        return name;
    }

    internal bool Contains(string name) => _names.Contains(name);
}
