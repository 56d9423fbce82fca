using System.Reflection;
using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that names of members on the pages, such as `PooledArrayBufferWriter.Rent`, are members of the library.</summary>
public sealed partial class PageNameTests
{
    // The change log also names removed members.
    private static readonly string[] s_pages =
    [
        "README.md", "src/Pooling/README.md", "src/Pooling.Extensions/README.md", "src/Pooling.Testing/README.md",
        "benchmarks/README.md",
        .. RepositoryTree.MarkdownFiles("docs").Select(page => "docs/" + page),
        .. RepositoryTree.MarkdownFiles("samples").Select(page => "samples/" + page),
    ];

    private static readonly ILookup<string, Type> s_types = LibraryTypes.Public.ToLookup(type => type.Name.Split('`')[0]);

    [Fact]
    public void Member_NamedOnAPage_Exists() => Violations.AssertNone(
        from page in s_pages
        from name in NamesIn(File.ReadAllText(RepositoryTree.PathOf(page)))
        where s_types.Contains(name.Type) && !s_types[name.Type].Any(type => Has(type, name.Member))
        select $"{page}: {name.Type}.{name.Member}");

    [Fact]
    public void NamesIn_InlineCode_AreFound() => Assert.Equal(
        [("MagazinePool", "Create"), ("PooledLease", "Value"), ("RingQueue", "TryPeek")],
        NamesIn("`MagazinePool.Create` and `PooledLease<T>.Value`, not MagazinePool.Never; `using RingQueue<int>.TryPeek(out _)`"));

    private static IEnumerable<(string Type, string Member)> NamesIn(string page) =>
        from code in InlineCodePattern().Matches(page)
        from name in NamePattern().Matches(code.Value)
        select (name.Groups["type"].Value, name.Groups["member"].Value);

    private static bool Has(Type type, string member) =>
        type.GetMember(member, BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy) is not [];

    [GeneratedRegex("`[^`\n]+`")]
    private static partial Regex InlineCodePattern();

    [GeneratedRegex(@"(?<![\w.])(?<type>[A-Z]\w+)(?:<[^<>]*>)?\.(?<member>[A-Z]\w+)")]
    private static partial Regex NamePattern();
}
