using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Compiles sources together with the dispatchers that the generator creates.</summary>
internal static class DispatchCompiler
{
    private const string Usings = "global using Pooling.Dispatch; global using System.Threading; global using System.Threading.Tasks;";

    internal static CSharpCompilation Compilation(params string[] sources) => Compiler.Compilation([.. sources, Usings]);

    internal static GeneratorDriver Driver(Compilation compilation) => CSharpGeneratorDriver.Create(
        [new OpcodeHandlerGenerator().AsSourceGenerator()],
        parseOptions: (CSharpParseOptions)compilation.SyntaxTrees.First().Options,
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    /// <summary>Returns the output of the generator for a program, file by file.</summary>
    internal static string Generate(string source)
    {
        Compilation compilation = Compilation(source);
        return string.Join("\n",
            Driver(compilation).RunGenerators(compilation).GetRunResult().Results.Single().GeneratedSources
                .Select(file => $"==== {file.HintName}\n{file.SourceText}"));
    }

    /// <summary>Compiles and loads a program. No warning is accepted in generated files.</summary>
    internal static Assembly Load(string source)
    {
        Compilation compilation = Compilation(source);
        Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete,
            out ImmutableArray<Diagnostic> problems);
        using MemoryStream image = new();
        Diagnostic[] found = [.. problems.Concat(complete.Emit(image).Diagnostics).Where(static diagnostic =>
            diagnostic.Severity == DiagnosticSeverity.Error
                || (diagnostic.Severity == DiagnosticSeverity.Warning
                    && diagnostic.Location.SourceTree?.FilePath.StartsWith("File", StringComparison.Ordinal) != true))];
        Assert.True(found.Length == 0, string.Join('\n', found.AsEnumerable()) + "\n" + Generate(source));
        return Assembly.Load(image.ToArray());
    }

    /// <summary>Returns the diagnostics of the analyzer for a program: "POOL201 at 'the marked text': the message".</summary>
    internal static async Task<string[]> AnalyzeAsync(string source)
    {
        Compilation compilation = Compilation(source);
        Driver(compilation).RunGeneratorsAndUpdateCompilation(compilation, out Compilation complete, out _);
        ImmutableArray<Diagnostic> diagnostics = await complete.WithAnalyzers([new OpcodeHandlerAnalyzer()]).GetAnalyzerDiagnosticsAsync();
        return [.. diagnostics.OrderBy(static diagnostic => diagnostic.Location.SourceSpan.Start).Select(static diagnostic =>
            $"{diagnostic.Id} at '{diagnostic.Location.SourceTree?.GetText().ToString(diagnostic.Location.SourceSpan)}': "
                + $"{diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}")];
    }
}
