using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests the layout of the source: folders, files and their content.</summary>
public sealed partial class SourceTreeTests
{
    private const string Polyfills = "Internal/Polyfills/";
    private const int MaxLines = 400;

    private static readonly string s_library = Path.Combine("src", "Pooling");

    [Fact]
    public void File_OfTheLibrary_HoldsTheTypeOfItsName()
    {
        IEnumerable<string> wrong =
            from file in RepositoryTree.CSharpFiles(s_library)
            where !file.StartsWith(Polyfills, StringComparison.Ordinal)
            from type in TopLevelTypes(Read(s_library, file))
            where type != Path.GetFileName(file).Split('.')[0]
            select $"{file} declares {type}";

        Violations.AssertNone(wrong);
    }

    [Fact]
    public void EveryPublicType_HasAFileOfItsName()
    {
        HashSet<string> files = [.. RepositoryTree.CSharpFiles(s_library)];
        IEnumerable<string> missing = LibraryTypes.Public
            .Where(type => type.DeclaringType is null)
            .Select(type => $"{type.Namespace!["Pooling.".Length..].Replace('.', '/')}/{type.Name.Split('`')[0]}.cs")
            .Where(file => !files.Contains(file));

        Violations.AssertNone(missing);
    }

    [Fact]
    public void ConditionalCompilation_OfTheLibrary_LivesInPolyfills() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles("src")
        where !file.Contains(Polyfills) && ConditionPattern().IsMatch(Read("src", file))
        select file);

    /// <summary>Checks what BannedSymbols.txt cannot name: a statement, and methods with overloads without
    /// number.</summary>
    [Fact]
    public void LocksAndPosts_OfTheLibrary_AreThoseOfLockHoldAndWorkQueue() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        from found in LockOrPostPattern().Matches(Read(s_library, file)).Select(static match => match.Value.Trim())
        select $"{file}: {found} may stop an operation between two of its steps");

    [Theory]
    [InlineData("        lock(this)", true)]
    [InlineData("lock (_gate)", true)]
    [InlineData("_ = Task.Run(Work, cancellationToken);", true)]
    [InlineData("task.ContinueWith(static _ => { });", true)]
    [InlineData("// no lock (of any kind)", false)]
    [InlineData("using (LockHold.Of(_gate))", false)]
    public void LocksAndPosts_OfSource_AreFound(string source, bool isFound) =>
        Assert.Equal(isFound, LockOrPostPattern().IsMatch(source));

    /// <summary>Checks that no finalizer was forgotten where the effects of all of them are written down.</summary>
    [Fact]
    public void Finalizers_OfTheLibrary_AreInTheTable() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        from finalizer in FinalizerPattern().Matches(Read(s_library, file))
        let name = finalizer.Groups["name"].Value
        where !Read(s_library, "Objects/README.md").Contains($"\n| `{name}` |", StringComparison.Ordinal)
        select $"{file}: ~{name} is missing in Objects/README.md");

    [Fact]
    public void Regions_AreNotUsed() => Violations.AssertNone(
        from root in new[] { "src", "tests", "benchmarks", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        where RegionPattern().IsMatch(Read(root, file))
        select $"{root}/{file}");

    [Fact]
    public void File_OfAnyProject_IsShort() => Violations.AssertNone(
        from root in new[] { "src", "tests", "benchmarks", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        let lines = File.ReadLines(RepositoryTree.PathOf(root, file)).Count()
        where lines > MaxLines
        select $"{root}/{file}: {lines} lines");

    [Fact]
    public void TopLevelTypes_OfAFile_AreFound() => Assert.Equal(
        ["One", "One", "Two", "Three", "Four"],
        TopLevelTypes("""
            namespace Some.Where;

            /// <summary>class NotThis</summary>
            public static class One;
            public sealed partial class One<T> : IDisposable
            {
                private struct Inner;
            }
            internal readonly record struct Two(int A);
            [Obsolete] public ref struct Three;
            public delegate void Four(int a);
            """));

    private static IEnumerable<string> TopLevelTypes(string source) =>
        TypePattern().Matches(source).Select(match => match.Groups["name"].Value);

    private static string Read(string root, string file) => File.ReadAllText(RepositoryTree.PathOf(root, file));

    // File-scoped namespaces: a top-level declaration starts in the first column.
    [GeneratedRegex(@"^(?:\[[^\n]*\] )?(?:(?:public|internal|file|static|sealed|abstract|partial|readonly|ref|unsafe) )*"
        + @"(?:(?:class|struct|interface|enum|record|record struct|record class)|delegate [^\n(]*?) "
        + @"(?<name>\w+)(?=[\s<(:;{]|$)(?! \w)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();

    [GeneratedRegex(@"^\s*#\s*(if|elif|else|endif)\b", RegexOptions.Multiline)]
    private static partial Regex ConditionPattern();

    [GeneratedRegex(@"^\s*lock ?\(|\bTask\.Run\(|\.ContinueWith\(", RegexOptions.Multiline)]
    private static partial Regex LockOrPostPattern();

    [GeneratedRegex(@"^\s*~(?<name>\w+)\(\)", RegexOptions.Multiline)]
    private static partial Regex FinalizerPattern();

    [GeneratedRegex(@"^\s*#\s*region\b", RegexOptions.Multiline)]
    private static partial Regex RegionPattern();
}
