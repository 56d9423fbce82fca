using System.Collections.Concurrent;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Analyzers.Dispatch;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Conventions;

/// <summary>Tests that every C# block of the README and the documentation is a complete program. It compiles, runs to its end, and prints
/// the text block after it. Without a text block it prints nothing.</summary>
public sealed class ExampleTests
{
    private static readonly SyntaxTree s_implicitUsings = CSharpSyntaxTree.ParseText(string.Concat(
        new[] { "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Threading", "System.Threading.Tasks" }
            .Select(static name => $"global using global::{name};\n")));

    // A package may be compiled against an older class library. The SDK omits these diagnostics, too.
    private static readonly Dictionary<string, ReportDiagnostic> s_versions = new()
    {
        ["CS1701"] = ReportDiagnostic.Suppress,
        ["CS1702"] = ReportDiagnostic.Suppress,
    };

    private static readonly string[] s_tests = ["[Fact]", "[Test]", "[TestMethod]"];

    private static readonly Lazy<string[]> s_code = new(static () =>
        [.. from root in new[] { "benchmarks", "samples", "tests" }
            from file in RepositoryTree.CSharpFiles(root)
            select Normalized(File.ReadLines(RepositoryTree.PathOf(root, file)))]);

    private static readonly ConcurrentDictionary<string, byte[]> s_images = new();

    /// <summary>Gets what a program refers to, once: the compiler keeps what it has read with each of
    /// these.</summary>
    internal static MetadataReference[] References { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Select(static path => MetadataReference.CreateFromFile(path)),
    ];

    public static TheoryData<string, int> Examples()
    {
        var examples = new TheoryData<string, int>();
        foreach (string file in ProgramPages())
        {
            foreach (int i in BlocksOf(file, isTest: false))
                examples.Add(file, i);
        }

        return examples;
    }

    [Theory]
    [MemberData(nameof(Examples))]
    public void Example_OfAPage_CompilesRunsAndPrintsWhatThePageSays(string file, int index)
    {
        (string code, string? output) = Blocks(file)[index];
        string printed = Run(Compile(code));

        Assert.Equal(output?.TrimEnd() ?? "", printed.TrimEnd());
    }

    public static TheoryData<string, int> Snippets()
    {
        var snippets = new TheoryData<string, int>();
        foreach (string page in SnippetPages())
        {
            for (int i = 0; i < Blocks(page).Count; i++)
                snippets.Add(page, i);
        }

        foreach (string page in Pages())
        {
            foreach (int i in BlocksOf(page, isTest: true))
                snippets.Add(page, i);
        }

        return snippets;
    }

    /// <summary>Checks that a snippet on a page of a sample or of the benchmarks, and a test on any page, is a part of their code, line by
    /// line.</summary>
    [Theory]
    [MemberData(nameof(Snippets))]
    public void Snippet_OfASampleOrBenchmark_IsInAFileThatIsCompiled(string page, int index)
    {
        string snippet = Normalized(Blocks(page)[index].Code.Split('\n'));

        Assert.Contains(s_code.Value, code => code.Contains(snippet, StringComparison.Ordinal));
    }

    /// <summary>Checks the language of blocks, because a block in another language, or C# under another name, would not be
    /// tested.</summary>
    [Fact]
    public void Block_OfAnyPage_IsCSharpOrText() => Violations.AssertNone(
        from page in Pages().Concat(SnippetPages())
        from Match fence in Regex.Matches(
            File.ReadAllText(Path.Combine(RepositoryTree.Root, page)), @"^\s*(```|~~~)(?<language>\S+)", RegexOptions.Multiline)
        where fence.Groups["language"].Value is not ("csharp" or "text")
        select $"{page}: {fence.Value.Trim()}");

    [Fact]
    public void Pages_OfTheRepository_HaveExamples() => Assert.Contains("README.md", Pages());

    /// <summary>Returns the lines without indentation, blank lines and comments.</summary>
    private static string Normalized(IEnumerable<string> lines) => string.Join('\n', lines.Select(static line => line.Trim())
        .Where(static line => line is not "" && !line.StartsWith("//", StringComparison.Ordinal)));

    private static IEnumerable<string> SnippetPages() =>
        from root in new[] { "benchmarks", "samples" }
        from page in RepositoryTree.MarkdownFiles(root)
        select $"{root}/{page}";

    private static IEnumerable<string> Pages() =>
        ["README.md", "src/Pooling/README.md", "src/Pooling.Extensions/README.md", "src/Pooling.Testing/README.md",
            .. RepositoryTree.MarkdownFiles("docs").Select(static page => "docs/" + page)];

    // The blocks of the other page are no programs, but parts of one. They have a test of their own.
    private static IEnumerable<string> ProgramPages() => Pages().Where(static page => page != OpcUaStackTests.Page);

    internal static List<(string Code, string? Output)> Blocks(string file) =>
        [.. Regex.Matches(
                File.ReadAllText(Path.Combine(RepositoryTree.Root, file)).ReplaceLineEndings("\n"),
                "^```csharp\n(?<code>.*?)^```\n(?:\\s*^```text\n(?<output>.*?)^```$)?",
                RegexOptions.Multiline | RegexOptions.Singleline)
            .Select(static match => (match.Groups["code"].Value, match.Groups["output"].Success ? match.Groups["output"].Value : null))];

    /// <summary>Returns the compiled programs of all pages.</summary>
    internal static IEnumerable<byte[]> Programs() =>
        ProgramPages().SelectMany(Blocks).Where(static block => !IsTest(block.Code)).Select(static block => Image(block.Code));

    private static IEnumerable<int> BlocksOf(string page, bool isTest) =>
        Blocks(page).Index().Where(block => IsTest(block.Item.Code) == isTest).Select(static block => block.Index);

    // A test is no program. It is a part of a project with its framework, which runs it.
    private static bool IsTest(string code) => s_tests.Any(code.Contains);

    internal static Assembly Compile(string code) => Assembly.Load(Image(code));

    internal static byte[] Image(string code) => s_images.GetOrAdd(code, CompileToImage);

    /// <summary>Returns the compilation of a program, with generated code.</summary>
    internal static Compilation CompilationOf(string code) => CompilationOf([code], OutputKind.ConsoleApplication);

    /// <summary>Returns the compilation of the files of a program or library, with generated code.</summary>
    internal static Compilation CompilationOf(IEnumerable<string> files, OutputKind kind)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Example",
            [.. files.Select(static code => CSharpSyntaxTree.ParseText(code)), s_implicitUsings],
            References,
            new CSharpCompilationOptions(
                kind,
                optimizationLevel: OptimizationLevel.Release, // in debug builds, asynchronous methods allocate
                nullableContextOptions: NullableContextOptions.Enable)
                .WithSpecificDiagnosticOptions(s_versions));
        CSharpGeneratorDriver.Create(new PooledEncodeableGenerator(), new OpcodeHandlerGenerator())
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete, out _);
        return complete;
    }

    private static byte[] CompileToImage(string code)
    {
        Compilation complete = CompilationOf(code);
        using var image = new MemoryStream();
        IEnumerable<Diagnostic> problems = complete.Emit(image).Diagnostics
            .Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning);
        Assert.True(!problems.Any(), string.Join('\n', problems) + "\n" + code);
        return image.ToArray();
    }

    private static string Run(Assembly program)
    {
        var printed = new StringBuilder();
        TextWriter console = Console.Out;
        Console.SetOut(new StringWriter(printed));
        try
        {
            object? result = program.EntryPoint!.Invoke(null,
                program.EntryPoint.GetParameters().Length == 0 ? null : [Array.Empty<string>()]);
            (result as Task)?.GetAwaiter().GetResult();
        }
        finally
        {
            Console.SetOut(console);
        }

        return printed.ToString().ReplaceLineEndings("\n");
    }
}
