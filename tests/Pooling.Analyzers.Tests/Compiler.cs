using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Analyzers;

/// <summary>Compiles sources together with the output of the generator.</summary>
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

    /// <summary>Creates the compilation of a program of one file.</summary>
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

    /// <summary>Returns the output of the generator for a program, file by file.</summary>
    internal static string Generate(string source) => string.Join(
        "\n",
        Driver(Compilation(source)).RunGenerators(Compilation(source)).GetRunResult().Results.Single().GeneratedSources
            .Select(file => $"==== {file.HintName}\n{file.SourceText}"));

    /// <summary>Compiles and loads a program. No warning is accepted, including in generated files.</summary>
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

    /// <summary>Returns the diagnostics of the analyzer for a program: "POOL101 at 'the marked text': the message".</summary>
    internal static Task<string[]> AnalyzeAsync(string source, LanguageVersion? version = null) =>
        AnalyzeAsync(Compilation(source, version));

    internal static async Task<string[]> AnalyzeAsync(Compilation compilation)
    {
        // As in the compiler, analyzers see the output of generators.
        Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete, out _);
        ImmutableArray<Diagnostic> diagnostics = await complete
            .WithAnalyzers([new PooledEncodeableAnalyzer()])
            .GetAnalyzerDiagnosticsAsync();
        return [.. diagnostics.OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start).Select(Describe)];
    }

    private static string Describe(Diagnostic diagnostic) =>
        $"{diagnostic.Id} at '{diagnostic.Location.SourceTree?.GetText().ToString(diagnostic.Location.SourceSpan)}': "
            + $"{diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}";

    // Warnings that are ignored in short test sources: missing documentation, and events that are never raised.
    private static bool IsOfTestSource(Diagnostic diagnostic) =>
        diagnostic.Location.SourceTree?.FilePath.StartsWith("File", StringComparison.Ordinal) == true
        && diagnostic.Severity == DiagnosticSeverity.Warning;
}
