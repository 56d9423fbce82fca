using System.Reflection;
using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests that every public member has a test, and is used by a sample, a template or a page that is written by
/// hand.</summary>
/// <remarks>Names are compared, so overloads count as one member. The codecs' members for each number and byte order
/// are one family: somebody uses one of them, and all are tested.</remarks>
public sealed partial class PublicMemberUseTests
{
    private static readonly string[] s_written = [.. Directory.EnumerateFiles(RepositoryTree.PathOf("docs"), "*.md")
        .Concat(Directory.EnumerateFiles(RepositoryTree.PathOf("docs", "primitives"), "*.md"))
        .Concat(Directory.EnumerateFiles(RepositoryTree.PathOf("docs", "migration"), "*.md"))
        .Append(RepositoryTree.PathOf("README.md"))];

    [Fact]
    public void Member_OfThePublicApi_IsTestedAndUsed() => Violations.AssertNone(FindUnused(
        LibraryTypes.Public.SelectMany(MembersOf),
        WordsIn(CodeOf("tests")),
        WordsIn(CodeOf("samples").Concat(s_written))));

    [Fact]
    public void Member_ThatNobodyUses_IsFound() => Assert.Equal(
        ["Pool.Lost: no test", "Pool.Lost: nobody uses it", "Reader.ReadDateTime: nobody uses it"],
        FindUnused(
            ["Pool.Lost", "Pool.Rent", "Reader.ReadDateTime", "Reader.TryReadInt64BigEndian"],
            ["Rent", "ReadDateTime", "TryReadInt64BigEndian"],
            ["Rent", "ReadInt32LittleEndian"]));

    private static IEnumerable<string> FindUnused(
        IEnumerable<string> members, HashSet<string> tested, HashSet<string> used)
    {
        HashSet<string> families = [.. used.Select(FamilyOf)];
        foreach (string member in members.Distinct().Order(StringComparer.Ordinal))
        {
            string name = member[(member.LastIndexOf('.') + 1)..];
            if (!tested.Contains(name))
                yield return $"{member}: no test";

            if (!used.Contains(name) && !families.Contains(FamilyOf(name)))
                yield return $"{member}: nobody uses it";
        }
    }

    private static IEnumerable<string> MembersOf(Type type) =>
        from member in type.GetMembers(
            BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
        where !PublicMembers.IsDelegate(type)
            && member is not (ConstructorInfo or Type or MethodInfo { IsSpecialName: true })
            and not FieldInfo { IsSpecialName: true }
            // given to the constructor
            && !(type.BaseType == typeof(Attribute) && member is PropertyInfo { CanWrite: false })
            && member.Name is not (nameof(Equals) or nameof(GetHashCode) or nameof(ToString) or "Item")
            && type.Name != "Utf8InterpolatedStringHandler" // the compiler calls it
        select $"{type.Name.Split('`')[0]}.{member.Name}";

    private static string FamilyOf(string name) => NumberPattern().Replace(name, "Number");

    private static IEnumerable<string> CodeOf(string root) =>
        RepositoryTree.CSharpFiles(root).Select(file => RepositoryTree.PathOf(root, file));

    private static HashSet<string> WordsIn(IEnumerable<string> files) =>
        [.. files.SelectMany(static file => WordPattern().Matches(File.ReadAllText(file)))
            .Select(static word => word.Value)];

    [GeneratedRegex("^(Try)?(?=Read|Write|Int|UInt)|(U?Int\\d+|Single|Double|Guid|(ZigZag)?Varint(32|64)?)"
        + "|(Big|Little)Endian|(?<=Prefixed)(Bytes|Utf8)")]
    private static partial Regex NumberPattern();

    [GeneratedRegex("[A-Za-z_][A-Za-z_0-9]*")]
    private static partial Regex WordPattern();
}
