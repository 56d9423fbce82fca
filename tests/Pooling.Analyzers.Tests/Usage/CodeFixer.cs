using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.CodeFixes;

namespace Pooling.Analyzers.Usage;

/// <summary>Applies the fixes of an editor to a source.</summary>
internal static class CodeFixer
{
    /// <summary>Applies the fix of the first diagnostic; returns <see langword="null"/> if it has none.</summary>
    internal static async Task<string?> FixAsync(string source, LanguageVersion version = LanguageVersion.Latest)
    {
        using AdhocWorkspace workspace = new();
        Document document = Open(workspace, source, version);
        (ImmutableArray<CodeAction> actions, _) = await ActionsAsync(document);
        return actions.IsEmpty ? null : await TextAsync(document, await ChangedAsync(actions[0]));
    }

    /// <summary>Applies the fix for all diagnostics of the first one's kind at once, as <c>dotnet format</c>
    /// does.</summary>
    internal static async Task<string> FixAllAsync(string source)
    {
        using AdhocWorkspace workspace = new();
        Document document = Open(workspace, source);
        (ImmutableArray<CodeAction> actions, Diagnostic first) = await ActionsAsync(document);
        UsageCodeFixProvider provider = new();
        FixAllContext context = new(document, provider, FixAllScope.Solution, actions.FirstOrDefault()?.EquivalenceKey,
            [first.Id], new Provider(), CancellationToken.None);
        CodeAction? all = await provider.GetFixAllProvider().GetFixAsync(context);
        return await TextAsync(document, await ChangedAsync(all!));
    }

    private static Document Open(
        AdhocWorkspace workspace, string source, LanguageVersion version = LanguageVersion.Latest)
    {
        CSharpCompilation compilation = UsageCompiler.Compile(source, version: version);
        Project project = workspace.AddProject(ProjectInfo.Create(ProjectId.CreateNewId(), VersionStamp.Default, "Consumer", "Consumer",
            LanguageNames.CSharp, compilationOptions: compilation.Options,
            parseOptions: compilation.SyntaxTrees[0].Options, metadataReferences: compilation.References));
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
            project = project.AddDocument(tree.FilePath, tree.GetText()).Project;

        return project.Documents.First();
    }

    private static async Task<(ImmutableArray<CodeAction> Actions, Diagnostic First)> ActionsAsync(Document document)
    {
        Diagnostic diagnostic = (await DiagnosticsAsync(document.Project))[0];
        List<CodeAction> actions = [];
        await new UsageCodeFixProvider().RegisterCodeFixesAsync(
            new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), CancellationToken.None));
        return ([.. actions], diagnostic);
    }

    private static async Task<ImmutableArray<Diagnostic>> DiagnosticsAsync(Project project) =>
        await UsageCompiler.AnalyzeAsync((await project.GetCompilationAsync())!);

    private static async Task<Solution> ChangedAsync(CodeAction action) =>
        (await action.GetOperationsAsync(CancellationToken.None)).OfType<ApplyChangesOperation>().Single().ChangedSolution;

    private static async Task<string> TextAsync(Document document, Solution solution) =>
        (await solution.GetDocument(document.Id)!.GetTextAsync()).ToString();

    private sealed class Provider : FixAllContext.DiagnosticProvider
    {
        public override async Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            await DiagnosticsAsync(project);

        public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(
            Document document, CancellationToken cancellationToken) => await DiagnosticsAsync(document.Project);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);
    }
}
