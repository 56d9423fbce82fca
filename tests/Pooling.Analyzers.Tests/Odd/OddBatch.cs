using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Pooling.Analyzers.Dispatch;
using Pooling.Analyzers.Encodeables;

namespace Pooling.Analyzers.Odd;

/// <summary>Compiles many inputs as one program, and reports the result of each, so that no failure hides another.</summary>
internal sealed class OddBatch
{
    private readonly Dictionary<string, OddInput> _inputs = [];
    private readonly Dictionary<string, List<string>> _errors = []; // ours, by file
    private readonly Dictionary<string, List<string>> _problems = [];
    private readonly List<string> _crashes = [];
    private readonly Dictionary<string, string> _generatedFrom = []; // the file of the user, by that of the generator
    private readonly CSharpCompilation _compilation;

    private OddBatch(IReadOnlyList<OddInput> inputs, LanguageVersion version, NullableContextOptions nullable)
    {
        CSharpParseOptions options = new(version, DocumentationMode.Diagnose);
        List<SyntaxTree> trees = [];
        foreach (OddInput input in inputs)
        {
            string path = $"Odd{trees.Count}.cs";
            _inputs.Add(path, input);
            trees.Add(CSharpSyntaxTree.ParseText(input.Source, options, path));
        }

        CSharpCompilationOptions settings = new(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: nullable, allowUnsafe: true,
            warningLevel: 9999);
        _compilation = CSharpCompilation.Create("Odd" + Guid.NewGuid().ToString("N"), trees, Compiler.References, settings);
    }

    /// <summary>Compiles inputs together.</summary>
    /// <returns>The failures, one entry for each input.</returns>
    internal static async Task<IReadOnlyList<string>> FindFailuresAsync(IReadOnlyList<OddInput> inputs,
        LanguageVersion version = LanguageVersion.Preview, NullableContextOptions nullable = NullableContextOptions.Enable)
    {
        OddInput[] chosen =
            [.. inputs.Where(input => input.Since.MapSpecifiedToEffectiveVersion() <= version.MapSpecifiedToEffectiveVersion())];
        OddBatch batch = new(chosen, version, nullable);
        await batch.RunAsync();
        if (batch._crashes.Count == 0)
            return [.. batch._inputs.Select(batch.Judge).OfType<string>()];

        // The earlier output of a generator that throws is lost, too. So the input that causes it is determined, and the others are tried
        // without it.
        OddInput[] culprits = FindCulprits(chosen, version, nullable);
        string crash = $"{string.Join(" together with ", culprits.Select(static input => input.Name))}: {batch._crashes[0].Split('\n')[0]}";
        return culprits.Length == chosen.Length
            ? [crash]
            : [crash, .. await FindFailuresAsync([.. chosen.Except(culprits)], version, nullable)];
    }

    // Continues with the half that throws. If neither half throws alone, both are needed.
    private static OddInput[] FindCulprits(OddInput[] inputs, LanguageVersion version, NullableContextOptions nullable)
    {
        if (inputs.Length <= 1)
            return inputs;

        foreach (OddInput[] half in new[] { inputs[..(inputs.Length / 2)], inputs[(inputs.Length / 2)..] })
        {
            OddBatch batch = new(half, version, nullable);
            batch.Generate();
            if (batch._crashes.Count > 0)
                return FindCulprits(half, version, nullable);
        }

        return inputs;
    }

    private async Task RunAsync()
    {
        Compilation complete = Generate();
        if (_crashes.Count > 0)
            return;

        foreach (SyntaxTree tree in complete.SyntaxTrees.Skip(_inputs.Count))
            _generatedFrom.Add(tree.FilePath, FindOrigin(tree, complete));

        // An input may have warnings, but no errors, because it must be legal.
        HashSet<(string, string, int)> known =
            [.. _compilation.GetDiagnostics().Where(static diagnostic => diagnostic.Severity == DiagnosticSeverity.Warning).Select(KeyOf)];
        foreach (Diagnostic diagnostic in complete.Emit(Stream.Null).Diagnostics
            .Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning))
        {
            if (!known.Contains(KeyOf(diagnostic)))
                Note(_problems, diagnostic);
        }

        CompilationWithAnalyzersOptions options = new(new AnalyzerOptions([]), onAnalyzerException: null, concurrentAnalysis: true,
            logAnalyzerExecutionTime: false);
        foreach (Diagnostic diagnostic in await complete
            .WithAnalyzers([new PooledEncodeableAnalyzer(), new OpcodeHandlerAnalyzer()], options).GetAnalyzerDiagnosticsAsync())
        {
            if (!diagnostic.Id.StartsWith("POOL", StringComparison.Ordinal))
                _crashes.Add(diagnostic.ToString());
            else if (diagnostic.Severity == DiagnosticSeverity.Error)
                Note(_errors, diagnostic);
        }
    }

    private Compilation Generate()
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create(
            [new PooledEncodeableGenerator().AsSourceGenerator(), new OpcodeHandlerGenerator().AsSourceGenerator()],
            parseOptions: (CSharpParseOptions)_compilation.SyntaxTrees[0].Options);
        driver = driver.RunGeneratorsAndUpdateCompilation(_compilation, out Compilation complete, out ImmutableArray<Diagnostic> said);
        _crashes.AddRange(driver.GetRunResult().Results.Where(static result => result.Exception is not null)
            .Select(static result => result.Exception!.ToString()));
        _crashes.AddRange(said.Where(static diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)
            .Select(static diagnostic => diagnostic.ToString()));
        return complete;
    }

    private string? Judge(KeyValuePair<string, OddInput> pair)
    {
        (string path, OddInput input) = pair;
        List<string> errors = _errors.GetValueOrDefault(path, []);
        List<string> problems = _problems.GetValueOrDefault(path, []);
        string? why = input.Answer switch
        {
            OddAnswer.Broken => null,
            _ when input.Id is { } id && !errors.Any(error => error.Contains(id, StringComparison.Ordinal)) => $"expected {id}",
            OddAnswer.Error when errors.Count == 0 => "expected an error of ours",
            OddAnswer.Code when errors.Count > 0 => "expected code",
            _ when errors.Count == 0 && problems.Count > 0 => "does not compile",
            _ => null,
        };
        return why is null ? null : $"{input.Name}: {why}\n  {string.Join("\n  ", errors.Concat(problems).Take(4))}";
    }

    private void Note(Dictionary<string, List<string>> notes, Diagnostic diagnostic)
    {
        string path = diagnostic.Location.SourceTree?.FilePath ?? "";
        string origin = _generatedFrom.GetValueOrDefault(path, path);
        if (!_inputs.ContainsKey(origin))
        {
            _crashes.Add($"nowhere: {diagnostic}");
            return;
        }

        if (!notes.TryGetValue(origin, out List<string>? list))
            notes.Add(origin, list = []);

        string place = origin == path
            ? ""
            : $" in '{diagnostic.Location.SourceTree!.GetText().Lines.GetLineFromPosition(diagnostic.Location.SourceSpan.Start)}'";
        list.Add($"{diagnostic}{place}");
    }

    private string FindOrigin(SyntaxTree tree, Compilation complete)
    {
        SemanticModel model = complete.GetSemanticModel(tree);
        return tree.GetRoot()
            .DescendantNodes(static node => node is not MemberDeclarationSyntax or BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax)
            .OfType<TypeDeclarationSyntax>()
            .SelectMany(declaration => model.GetDeclaredSymbol(declaration)!.Locations)
            .Select(static location => location.SourceTree?.FilePath ?? "")
            .LastOrDefault(_inputs.ContainsKey) ?? "";
    }

    private static (string Id, string Path, int Start) KeyOf(Diagnostic diagnostic) =>
        (diagnostic.Id, diagnostic.Location.SourceTree?.FilePath ?? "", diagnostic.Location.SourceSpan.Start);
}
