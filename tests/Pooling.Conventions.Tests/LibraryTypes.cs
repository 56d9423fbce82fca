using Pooling.Objects;

namespace Pooling.Conventions;

/// <summary>The types of the library, as the tests run it.</summary>
internal static class LibraryTypes
{
    private static readonly string[] s_companions =
    [
        "Options", "Statistics", "Exception", "Attribute", "Builder", "Counters",
        "Decoder", "Handler", "Parser", "Policy", "State", "States", "Value", "Visitor",
    ];

    internal static Type[] All { get; } = typeof(MagazinePool).Assembly.GetTypes();

    internal static Type[] Public { get; } = typeof(MagazinePool).Assembly.GetExportedTypes();

    /// <summary>The room and name of each primitive: a public type that does something, not one that configures or reports.</summary>
    internal static IEnumerable<(string Room, string Name)> Primitives => Public
        .Where(type => type is { DeclaringType: null, IsEnum: false } && !PublicMembers.IsDelegate(type))
        .Select(type => (Room: type.Namespace!.Split('.')[1], Name: type.Name.Split('`')[0]))
        .Where(primitive => !s_companions.Any(primitive.Name.EndsWith))
        .Distinct();
}
