using Pooling.Objects;

namespace Pooling.Conventions;

/// <summary>The types of the library that the tests use.</summary>
internal static class LibraryTypes
{
    private static readonly string[] s_companions =
    [
        "Options", "Statistics", "Exception", "Attribute", "Builder", "Counters",
        "Decoder", "Handler", "Parser", "Policy", "State", "Visitor",
    ];

    internal static Type[] All { get; } = typeof(MagazinePool).Assembly.GetTypes();

    internal static Type[] Public { get; } = typeof(MagazinePool).Assembly.GetExportedTypes();

    /// <summary>Gets the room and name of each primitive: a public type with behavior, not one for options, statistics or
    /// diagnostics.</summary>
    internal static IEnumerable<(string Room, string Name)> Primitives => Public
        .Where(type => type is { DeclaringType: null, IsEnum: false } && !PublicMembers.IsDelegate(type))
        .Select(type => (Room: type.Namespace!.Split('.')[1], Name: type.Name.Split('`')[0]))
        .Where(primitive => primitive.Room != "Diagnostics" && !s_companions.Any(primitive.Name.EndsWith))
        .Distinct();
}
