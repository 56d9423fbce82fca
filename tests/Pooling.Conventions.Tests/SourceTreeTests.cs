using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Tests the layout of the source: folders, files and their content.</summary>
public sealed partial class SourceTreeTests
{
    private const string Polyfills = "Internal/Polyfills/";
    private const int MaxLines = 400;
    private const int MaxLinesOfClass = 1_000;

    // Timers of users' clocks and, where there are no threads, of the meter, and the thread of the library, before it
    // is needed.
    private static readonly (string File, string Post)[] s_otherPosts =
    [
        ("Internal/DetachedTimer.cs", ".CreateTimer("),
        ("Internal/Polyfills/DetachedThread.cs", "new Thread("),
    ];

    private static readonly string s_library = Path.Combine("src", "Pooling");
    private static readonly string s_tests = Path.Combine("tests", "Pooling.Tests");
    private static readonly string s_analyzers = Path.Combine("src", "Pooling.Analyzers");
    private static readonly string s_analyzerTests = Path.Combine("tests", "Pooling.Analyzers.Tests");

    [Fact]
    public void Namespace_OfEveryFile_IsItsFolder()
    {
        IEnumerable<string> wrong =
            from folder in new[]
            {
                (s_library, "Pooling"), (s_tests, "Pooling"),
                (Path.Combine("tests", "Pooling.Conventions.Tests"), "Pooling.Conventions"),
                (s_analyzers, "Pooling.Analyzers"), (s_analyzerTests, "Pooling.Analyzers"),
                (Path.Combine("src", "Pooling.CodeFixes"), "Pooling.CodeFixes"),
            }
            let root = folder.Item1
            from file in RepositoryTree.CSharpFiles(root)
            where !file.StartsWith(Polyfills, StringComparison.Ordinal) // replacements for system types are in their namespaces
            let expected = string.Join('.', [folder.Item2, .. file.Split('/')[..^1]])
            let found = NamespacePattern().Match(Read(root, file)).Groups["name"].Value
            where found != expected
            select $"{root}/{file}: {found}, expected {expected}";

        Violations.AssertNone(wrong);
    }

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

    [Fact]
    public void Locks_OfTheLibrary_AreHeldByLockHold() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        where !file.StartsWith(Polyfills, StringComparison.Ordinal) && file != "Internal/LockHold.cs"
        where LockPattern().IsMatch(Read(s_library, file))
        select $"{file}: an interrupt must not end a wait for a lock between two steps of an operation");

    /// <summary>Checks that work for other threads is posted by one class, whose posts cannot stop an
    /// operation.</summary>
    [Fact]
    public void Posts_OfTheLibrary_AreMadeByWorkQueue() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        where file != "Internal/Polyfills/WorkQueue.cs"
        from post in PostPattern().Matches(Read(s_library, file)).Select(static match => match.Value)
        where !s_otherPosts.Contains((file, post))
        select $"{file}: {post} may throw in the middle of an operation");

    [Fact]
    public void Posts_ThatOthersMayMake_AreMade() => Violations.AssertNone(
        from other in s_otherPosts
        where !PostPattern().Matches(Read(s_library, other.File)).Any(match => match.Value == other.Post)
        select $"{other.File}: {other.Post}");

    [Theory]
    [InlineData("ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false);")]
    [InlineData("        ThreadPool.QueueUserWorkItem(static _ => Run());")]
    [InlineData("_ = Task.Run(Work);")]
    [InlineData("Task.Factory.StartNew(Work);")]
    [InlineData("s_timer = new Timer(static _ => Start(), null, 1, 1);")]
    [InlineData("_timer ??= _timeProvider.CreateTimer(callback, this, due, period);")]
    [InlineData("var thread = new Thread(work);")]
    [InlineData("ThreadPool.RegisterWaitForSingleObject(handle, callback, null, -1, true);")]
    [InlineData("task.ContinueWith(static _ => { });")]
    public void Posts_OfSource_AreFound(string source) => Assert.Matches(PostPattern(), source);

    [Theory]
    [InlineData("WorkQueue.Post(this);")]
    [InlineData("_schedule.Request();")]
    [InlineData("private Timer? _timer;")]
    [InlineData("new ThreadOwner()")]
    public void Posts_OfOtherSource_AreNotFound(string source) => Assert.DoesNotMatch(PostPattern(), source);

    /// <summary>Checks that no finalizer was forgotten where the effects of all of them are written down.</summary>
    [Fact]
    public void Finalizers_OfTheLibrary_AreInTheTable() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        from finalizer in FinalizerPattern().Matches(Read(s_library, file))
        let name = finalizer.Groups["name"].Value
        where !Read(s_library, "Objects/README.md").Contains($"\n| `{name}` |", StringComparison.Ordinal)
        select $"{file}: ~{name} is missing in Objects/README.md");

    [Theory]
    [InlineData("lock (_gate)")]
    [InlineData("        lock(this)")]
    [InlineData("using (_gate.EnterScope())")]
    [InlineData("_gate.Enter();")]
    [InlineData("Monitor.Enter(_gate, ref taken);")]
    public void Locks_OfSource_AreFound(string source) => Assert.Matches(LockPattern(), source);

    [Theory]
    [InlineData("using (LockHold.Of(_gate))")]
    [InlineData("using (Enter())")]
    [InlineData("using (_depot.Enter())")]
    [InlineData("// no lock (of any kind)")]
    [InlineData("Interlocked.Exchange(ref _state, 1);")]
    public void Locks_OfOtherSource_AreNotFound(string source) => Assert.DoesNotMatch(LockPattern(), source);

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

    /// <summary>Checks the code of a class over all its files, without blank lines and comments. Static classes, whose members are
    /// independent of each other, may be longer.</summary>
    [Fact]
    public void Class_OfTheLibrary_HasNotTooMuchCode() => Violations.AssertNone(
        from file in RepositoryTree.CSharpFiles(s_library)
        group file by file.Split('.')[0] into type
        where !type.Any(file => StaticClassPattern().IsMatch(Read(s_library, file)))
        let lines = type.Sum(file => File.ReadLines(RepositoryTree.PathOf(s_library, file)).Count(IsCode))
        where lines > MaxLinesOfClass
        select $"{type.Key}: {lines} lines of code");

    [Theory]
    [InlineData("    int a = 1; // one", true)]
    [InlineData("    }", true)]
    [InlineData("", false)]
    [InlineData("    /// <summary>Some text.</summary>", false)]
    [InlineData("    // why", false)]
    public void Code_IsNeitherBlankNorComment(string line, bool isCode) => Assert.Equal(isCode, IsCode(line));

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

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespacePattern();

    private static bool IsCode(string line) => line.Trim() is { Length: > 0 } text && !text.StartsWith("//", StringComparison.Ordinal);

    [GeneratedRegex(@"^(?:public|internal) static (?:partial )?class ", RegexOptions.Multiline)]
    private static partial Regex StaticClassPattern();

    // File-scoped namespaces: a top-level declaration starts in the first column.
    [GeneratedRegex(@"^(?:\[[^\n]*\] )?(?:(?:public|internal|file|static|sealed|abstract|partial|readonly|ref|unsafe) )*"
        + @"(?:(?:class|struct|interface|enum|record|record struct|record class)|delegate [^\n(]*?) "
        + @"(?<name>\w+)(?=[\s<(:;{]|$)(?! \w)", RegexOptions.Multiline)]
    private static partial Regex TypePattern();

    [GeneratedRegex(@"^\s*#\s*(if|elif|else|endif)\b", RegexOptions.Multiline)]
    private static partial Regex ConditionPattern();

    [GeneratedRegex(@"^\s*lock ?\(|\bMonitor\.|\.EnterScope\(|\b_?gate\.(Try)?Enter\(", RegexOptions.Multiline)]
    private static partial Regex LockPattern();

    [GeneratedRegex(@"\bThreadPool\.\w+(?=\()|\bTask\.Run\(|\.StartNew\(|\.CreateTimer\(|\.ContinueWith\("
        + @"|\bnew T(?:imer|hread)\(")]
    private static partial Regex PostPattern();

    [GeneratedRegex(@"^\s*~(?<name>\w+)\(\)", RegexOptions.Multiline)]
    private static partial Regex FinalizerPattern();

    [GeneratedRegex(@"^\s*#\s*region\b", RegexOptions.Multiline)]
    private static partial Regex RegionPattern();
}
