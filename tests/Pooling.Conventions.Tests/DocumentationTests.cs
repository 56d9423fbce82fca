using System.Reflection;
using System.Xml.Linq;

namespace Pooling.Conventions;

/// <summary>Tests the doc comments. The compiler checks that each member has one. These tests check that they are not empty, and that each
/// type states the two facts that every user of a pool needs.</summary>
public sealed class DocumentationTests
{
    private static readonly Dictionary<string, XElement> s_documentation = LibraryBuild.Documentation(LibraryBuild.NewestFramework);

    private static readonly string[] s_oddWords =
    [
        "tells", "lets go", "let go", "whoever", "again does nothing", "behind what", "at hand", "made anew", "own business",
    ];

    [Theory]
    [InlineData("Thread safety:")]
    [InlineData("Allocation:")]
    public void EveryPublicType_WithBehaviour_States(string paragraph) => Violations.AssertNone(
        from type in LibraryTypes.Public
        where !type.IsEnum && !typeof(Attribute).IsAssignableFrom(type) && !typeof(Exception).IsAssignableFrom(type)
        where !s_documentation.GetValueOrDefault(IdOf(type))?.Descendants("para")
            .Any(para => para.Value.TrimStart().StartsWith(paragraph, StringComparison.Ordinal)) ?? true
        select type.FullName);

    [Fact]
    public void Documentation_OfAnything_IsNotEmpty() => Violations.AssertNone(
        from entry in s_documentation
        from part in entry.Value.Elements()
        where part.Name.LocalName is not "inheritdoc" && part.Value.Trim() is "" && !part.Elements().Any()
        select $"{entry.Key}: empty {part.Name}");

    /// <summary>Checks that summaries begin like those of .NET's own documentation.</summary>
    [Fact]
    public void Summary_OfAPublicMember_BeginsAsOfItsKind() => Violations.AssertNone(
        from type in LibraryTypes.Public
        where !PublicMembers.IsDelegate(type) && !type.IsEnum
        from member in PublicMembers.Of(type)
        let beginning = BeginningOf(member)
        where beginning is not null
        from entry in s_documentation
        where WithoutSignature(entry.Key) == IdOf(member) && entry.Value.Element("summary") is { } summary
            && !summary.Value.TrimStart().StartsWith(beginning, StringComparison.Ordinal)
        select $"{entry.Key}: {beginning} ...");

    [Fact]
    public void Documentation_OfPublicMembers_IsPlain() => Violations.AssertNone(
        from type in LibraryTypes.Public
        let name = IdOf(type)[2..]
        from entry in s_documentation
        where entry.Key[2..] == name || entry.Key[2..].StartsWith(name + ".", StringComparison.Ordinal)
        from words in s_oddWords
        from part in entry.Value.Elements()
        where part.Name.LocalName is not "content" && part.Value.Contains(words, StringComparison.OrdinalIgnoreCase)
        select $"{entry.Key}: \"{words}\"");

    private static string? BeginningOf(MemberInfo member) => member switch
    {
        ConstructorInfo => "Initializes ",
        PropertyInfo { PropertyType: { } type } property when type == typeof(bool) =>
            (property.SetMethod is { IsPublic: true } ? "Gets or sets" : "Gets") + " a value that indicates whether ",
        PropertyInfo { SetMethod.IsPublic: true } => "Gets or sets ",
        PropertyInfo => "Gets ",
        MethodInfo { Name: ['T', 'r', 'y', ..] } => "Attempts to ",
        _ => null,
    };

    private static string IdOf(Type type) => "T:" + type.FullName!.Replace('+', '.');

    private static string IdOf(MemberInfo member)
    {
        string kind = member.MemberType switch
        {
            MemberTypes.Property => "P:",
            MemberTypes.Field => "F:",
            MemberTypes.Event => "E:",
            _ => "M:",
        };

        return $"{kind}{member.DeclaringType!.FullName!.Replace('+', '.')}.{member.Name.Replace('.', '#')}";
    }

    // "M:Pooling.Objects.MagazinePool.Create``1(System.Func{``0})" -> "M:Pooling.Objects.MagazinePool.Create"
    private static string WithoutSignature(string id) => id.Split('(', '~')[0].Split("``")[0];
}
