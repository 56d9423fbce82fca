using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Analyzers.Dispatch;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Conventions;

/// <summary>Every C# block of the README and the documentation is a whole program: it compiles, runs to its end, and prints what the text
/// block behind it says, if there is one.</summary>
public sealed class ExampleTests
{
    private static readonly SyntaxTree s_implicitUsings = CSharpSyntaxTree.ParseText(string.Concat(
        new[] { "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Threading", "System.Threading.Tasks" }
            .Select(static name => $"global using global::{name};\n")));

    public static TheoryData<string, int> Examples()
    {
        var examples = new TheoryData<string, int>();
        foreach (string file in Pages())
        {
            for (int i = 0; i < Blocks(file).Count; i++)
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

        if (output is not null)
            Assert.Equal(output.TrimEnd(), printed.TrimEnd());
    }

    [Fact]
    public void Pages_OfTheRepository_HaveExamples() => Assert.Contains("README.md", Pages());

    private static IEnumerable<string> Pages() =>
        new[] { Path.Combine(RepositoryTree.Root, "README.md"), Path.Combine(RepositoryTree.Root, "src", "Pooling", "README.md") }
            .Concat(Directory.EnumerateFiles(Path.Combine(RepositoryTree.Root, "docs"), "*.md", SearchOption.AllDirectories))
            .Where(static path => !path.Contains("node_modules", StringComparison.Ordinal))
            .Select(static path => Path.GetRelativePath(RepositoryTree.Root, path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    private static List<(string Code, string? Output)> Blocks(string file) =>
        [.. Regex.Matches(
                File.ReadAllText(Path.Combine(RepositoryTree.Root, file)).ReplaceLineEndings("\n"),
                "^```csharp\n(?<code>.*?)^```\n(?:\\s*^```text\n(?<output>.*?)^```$)?",
                RegexOptions.Multiline | RegexOptions.Singleline)
            .Select(static match => (match.Groups["code"].Value, match.Groups["output"].Success ? match.Groups["output"].Value : null))];

    private static Assembly Compile(string code)
    {
        IEnumerable<MetadataReference> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Select(static path => MetadataReference.CreateFromFile(path));
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Example",
            [CSharpSyntaxTree.ParseText(code), s_implicitUsings],
            references,
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
        CSharpGeneratorDriver.Create(new PooledEncodeableGenerator(), new OpcodeHandlerGenerator())
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete, out _);
        using var image = new MemoryStream();
        IEnumerable<Diagnostic> problems = complete.Emit(image).Diagnostics
            .Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning);
        Assert.True(!problems.Any(), string.Join('\n', problems) + "\n" + code);
        return Assembly.Load(image.ToArray());
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
