using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Analyzers;

/// <summary>Compiles sources together with what the generator writes for them.</summary>
internal static class Compiler
{
    private static readonly CSharpParseOptions s_options = new(LanguageVersion.Latest, DocumentationMode.Diagnose);

    internal static ImmutableArray<MetadataReference> References { get; } =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Where(static path => !Path.GetFileName(path).StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal))
            .Select(static path => MetadataReference.CreateFromFile(path)),
    ];

    private const string GlobalUsings = """
        global using System;
        global using System.Collections.Generic;
        global using Pooling.Buffers;
        global using Pooling.Encodeables;
        """;

    /// <summary>A program of one file.</summary>
    internal static CSharpCompilation Compilation(string source, LanguageVersion? version = null) => Compilation([source], version);

    internal static CSharpCompilation Compilation(IEnumerable<string> sources, LanguageVersion? version = null)
    {
        CSharpParseOptions options = version is { } chosen ? s_options.WithLanguageVersion(chosen) : s_options;
        return CSharpCompilation.Create(
            "Consumer" + Guid.NewGuid().ToString("N"),
            sources.Append(GlobalUsings).Select((source, index) => CSharpSyntaxTree.ParseText(source, options, path: $"File{index}.cs")),
            References,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable,
                allowUnsafe: true, warningLevel: 9999));
    }

    internal static GeneratorDriver Driver(Compilation compilation) => CSharpGeneratorDriver.Create(
        [new PooledEncodeableGenerator().AsSourceGenerator()],
        parseOptions: (CSharpParseOptions)compilation.SyntaxTrees.First().Options,
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    /// <summary>What the generator writes for a program, file by file.</summary>
    internal static string Generate(string source) => string.Join(
        "\n",
        Driver(Compilation(source)).RunGenerators(Compilation(source)).GetRunResult().Results.Single().GeneratedSources
            .Select(file => $"==== {file.HintName}\n{file.SourceText}"));

    /// <summary>Compiles and loads a program; no warning is accepted, not in generated files either.</summary>
    internal static Assembly Load(params string[] sources)
    {
        Compilation compilation = Compilation(sources);
        Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete,
            out ImmutableArray<Diagnostic> problems);
        using MemoryStream image = new();
        IEnumerable<Diagnostic> found = problems.Concat(complete.Emit(image).Diagnostics)
            .Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning && !IsOfTestSource(diagnostic));
        Assert.True(!found.Any(), string.Join('\n', found) + "\n" + string.Join('\n', complete.SyntaxTrees.Skip(sources.Length + 1)));
        return Assembly.Load(image.ToArray());
    }

    /// <summary>What the analyzer says about a program: "POOL101 at 'the text that it marks': the message".</summary>
    internal static async Task<string[]> AnalyzeAsync(string source, LanguageVersion? version = null)
    {
        // As the compiler does: analyzers see what generators wrote.
        Compilation compilation = Compilation(source, version);
        Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete, out _);
        ImmutableArray<Diagnostic> diagnostics = await complete
            .WithAnalyzers([new PooledEncodeableAnalyzer()])
            .GetAnalyzerDiagnosticsAsync();
        return [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start).Select(Describe)];
    }

    private static string Describe(Diagnostic diagnostic) =>
        $"{diagnostic.Id} at '{diagnostic.Location.SourceTree?.GetText().ToString(diagnostic.Location.SourceSpan)}': "
            + $"{diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}";

    // What a short source of a test does not care for: missing documentation, events that nobody raises.
    private static bool IsOfTestSource(Diagnostic diagnostic) =>
        diagnostic.Location.SourceTree?.FilePath.StartsWith("File", StringComparison.Ordinal) == true
        && diagnostic.Severity == DiagnosticSeverity.Warning;
}
