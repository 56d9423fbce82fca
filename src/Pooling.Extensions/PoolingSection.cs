using Microsoft.Extensions.Configuration;

namespace Pooling.Extensions;

/// <summary>The section of the application's configuration that describes its pools.</summary>
internal sealed class PoolingSection(IConfigurationSection section)
{
    internal const string Objects = "Objects";
    internal const string BufferWriters = "BufferWriters";
    internal const string JsonWriters = "JsonWriters";
    internal const string Memory = "Memory";
    internal const string Kestrel = "Kestrel";
    internal const string DefaultPool = "Default";

    private static readonly string[] s_keys = [Objects, BufferWriters, JsonWriters, Memory, Kestrel];

    /// <summary>Gets a value that indicates whether the server takes its memory from the pool: yes, unless configuration says no.</summary>
    internal bool IsForKestrel => !bool.TryParse(section[Kestrel], out bool isForKestrel) || isForKestrel;

    /// <summary>Returns the section of one pool.</summary>
    internal IConfigurationSection Of(string kind) => section.GetSection(kind);

    /// <summary>Returns the section of a named pool, or of the default one if the name is empty.</summary>
    internal IConfigurationSection Of(string kind, string name) => Of(kind).GetSection(name is "" ? DefaultPool : name);

    /// <summary>Returns the names of the pools of one kind, as configuration spells them, without the default one.</summary>
    internal IEnumerable<string> NamesOf(string kind) =>
        from pool in Of(kind).GetChildren()
        where IsSection(pool) && !string.Equals(pool.Key, DefaultPool, StringComparison.OrdinalIgnoreCase)
        select pool.Key;

    /// <summary>Checks what no pool reads: the keys between the section and the pools.</summary>
    internal void Check()
    {
        List<string> failures = [];
        if (!IsSection(section))
            failures.Add($"{section.Path} is {section.Value}: it must be a section, with {string.Join(", ", s_keys)}.");

        foreach (IConfigurationSection entry in section.GetChildren())
        {
            if (!s_keys.Contains(entry.Key, StringComparer.OrdinalIgnoreCase))
                failures.Add(OptionsSection.Unknown(entry, s_keys));
            else if (entry.Key.Equals(Kestrel, StringComparison.OrdinalIgnoreCase))
                CheckKestrel(entry, failures);
            else if (IsNamed(entry))
                CheckNames(entry, failures);
        }

        OptionsSection.ThrowIfAny<PoolingSectionCheck>("", failures);
    }

    private static bool IsNamed(IConfigurationSection entry) =>
        entry.Key.Equals(BufferWriters, StringComparison.OrdinalIgnoreCase)
        || entry.Key.Equals(JsonWriters, StringComparison.OrdinalIgnoreCase);

    private static void CheckNames(IConfigurationSection kind, List<string> failures)
    {
        if (!IsSection(kind))
            failures.Add($"{kind.Path} is {kind.Value}: it must be a section, with a section for each pool.");

        foreach (IConfigurationSection pool in kind.GetChildren().Where(static pool => !IsSection(pool)))
        {
            failures.Add($"{pool.Path} is {pool.Value}: the keys here are names of pools. The options of the pool without a name are in "
                + $"{kind.Path}:{DefaultPool}.");
        }
    }

    private static void CheckKestrel(IConfigurationSection entry, List<string> failures)
    {
        if (entry.GetChildren().Any())
            failures.Add($"{entry.Path} is a section: it must be true or false.");
        else if (OptionsSection.Fault(() => OptionKeys.Boolean(entry.Value), entry) is { } reason)
            failures.Add(reason);
    }

    // An empty section is one: "frames": {}.
    private static bool IsSection(IConfigurationSection entry) => string.IsNullOrEmpty(entry.Value) || entry.GetChildren().Any();
}
