using Microsoft.Extensions.Configuration;

namespace Pooling.Extensions;

/// <summary>The section of the application's configuration that describes its pools.</summary>
internal sealed class PoolingSection(IConfigurationSection section)
{
    internal const string Objects = "Objects";
    internal const string ObjectPools = "ObjectPools";
    internal const string BufferWriters = "BufferWriters";
    internal const string JsonWriters = "JsonWriters";
    internal const string Memory = "Memory";
    internal const string DefaultPool = "Default";

    private const string KestrelKey = "Kestrel";

    private static readonly string[] s_keys = [Objects, ObjectPools, BufferWriters, JsonWriters, Memory, KestrelKey];

    /// <summary>Gets a value that indicates whether the server takes its memory from the pool; <see langword="null"/>
    /// if configuration does not say so.</summary>
    internal bool? Kestrel => bool.TryParse(section[KestrelKey], out bool isForKestrel) ? isForKestrel : null;

    /// <summary>Returns the section of one pool.</summary>
    internal IConfigurationSection Of(string kind) => section.GetSection(kind);

    /// <summary>Returns the section of a named pool, or of the default one if the name is empty.</summary>
    internal IConfigurationSection Of(string kind, string name) => Of(kind).GetSection(name is "" ? DefaultPool : name);

    /// <summary>Returns the names of the pools of one kind, as configuration spells them, after <see langword="null"/>
    /// for the default one.</summary>
    internal IEnumerable<string?> NamesOf(string kind) =>
        (from pool in Of(kind).GetChildren()
         where IsSection(pool) && !string.Equals(pool.Key, DefaultPool, StringComparison.OrdinalIgnoreCase)
         select pool.Key).Prepend(null);

    /// <summary>Checks what no pool reads: the keys between the section and the pools.</summary>
    /// <param name="objectPools">The names of the pools of objects.</param>
    internal void Check(IReadOnlyCollection<string> objectPools)
    {
        List<string> failures = [];
        if (!IsSection(section))
            failures.Add($"{section.Path} is {section.Value}: it must be a section, with {string.Join(", ", s_keys)}.");

        foreach (IConfigurationSection entry in section.GetChildren())
        {
            if (!s_keys.Contains(entry.Key, StringComparer.OrdinalIgnoreCase))
                failures.Add(OptionsSection.Unknown(entry, s_keys));
            else if (Is(entry, KestrelKey))
                CheckKestrel(entry, failures);
            else if (Is(entry, ObjectPools))
                CheckObjectPools(entry, objectPools, failures);
            else if (Is(entry, BufferWriters) || Is(entry, JsonWriters))
                CheckNames(entry, hasDefault: true, failures);
        }

        OptionsSection.ThrowIfAny<PoolingSectionCheck>("", failures);
    }

    private static bool Is(IConfigurationSection entry, string key) =>
        entry.Key.Equals(key, StringComparison.OrdinalIgnoreCase);

    private static void CheckNames(IConfigurationSection kind, bool hasDefault, List<string> failures)
    {
        string more = hasDefault ? $" The options of the pool without a name are in {kind.Path}:{DefaultPool}." : "";
        if (!IsSection(kind))
            failures.Add($"{kind.Path} is {kind.Value}: it must be a section, with a section for each pool.");

        foreach (IConfigurationSection pool in kind.GetChildren().Where(static pool => !IsSection(pool)))
            failures.Add($"{pool.Path} is {pool.Value}: the keys here are names of pools.{more}");
    }

    private static void CheckObjectPools(
        IConfigurationSection kind, IReadOnlyCollection<string> names, List<string> failures)
    {
        CheckNames(kind, hasDefault: false, failures);
        foreach (IConfigurationSection pool in kind.GetChildren().Where(IsSection))
        {
            if (names.Count == 0)
                failures.Add($"{pool.Path} is unknown: no pool was added with AddObjectPool.");
            else if (!names.Contains(pool.Key, StringComparer.OrdinalIgnoreCase))
                failures.Add(OptionsSection.Unknown(pool, names.Order(StringComparer.Ordinal)));
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
    private static bool IsSection(IConfigurationSection entry) =>
        string.IsNullOrEmpty(entry.Value) || entry.GetChildren().Any();
}
