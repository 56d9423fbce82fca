using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.ApiReference;

/// <summary>The places of members in the source, by their documentation ids.</summary>
internal sealed class SourceTree
{
    // As the project does; the library's own spaces are no matter for finding declarations.
    private const string ImplicitUsings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Pooling.Internal;
        global using Pooling.Internal.Polyfills;
        """;

    private static readonly string[] s_symbols = ["NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0", "NET10_0_OR_GREATER"];

    private readonly string _root;
    private readonly Dictionary<string, SourcePlace> _places;

    private SourceTree(string root, Dictionary<string, SourcePlace> places)
    {
        _root = root;
        _places = places;
    }

    public static string FindRoot(string start)
    {
        DirectoryInfo? folder = new(start);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Pooling.sln")))
            folder = folder.Parent;

        return folder?.FullName ?? throw new InvalidOperationException($"No Pooling.sln in {start} or above.");
    }

    public static SourceTree Read(string root, IEnumerable<MetadataReference> references)
    {
        var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: s_symbols);
        IEnumerable<SyntaxTree> trees =
            from package in new[] { "Pooling", "Pooling.Extensions", "Pooling.Testing" }
            from file in Directory.EnumerateFiles(
                Path.Combine(root, "src", package), "*.cs", SearchOption.AllDirectories)
            let path = Path.GetRelativePath(root, file).Replace('\\', '/')
            where !path.Split('/').Intersect(["bin", "obj"]).Any()
            orderby path.Length, path // X.cs before X.Growth.cs: a partial type is where its name is
            select CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, path);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Sources",
            trees.Append(CSharpSyntaxTree.ParseText(ImplicitUsings, options)),
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

        Dictionary<string, SourcePlace> places = [];
        foreach (SyntaxTree tree in compilation.SyntaxTrees)
        {
            SemanticModel model = compilation.GetSemanticModel(tree);
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes(static node => node is not BlockSyntax))
            {
                if (Declared(model, node) is ISymbol symbol && symbol.GetDocumentationCommentId() is string id)
                    places.TryAdd(id, new SourcePlace(tree.FilePath, LineOf(symbol, tree)));
            }
        }

        return new SourceTree(root, places);
    }

    public SourcePlace? Find(ISymbol symbol) =>
        symbol.GetDocumentationCommentId() is string id && _places.TryGetValue(id, out SourcePlace? place) ? place : null;

    /// <summary>Whether a primitive of that name has a page.</summary>
    public bool HasGuide(string name) => File.Exists(Path.Combine(_root, "docs", "primitives", name + ".md"));

    private static ISymbol? Declared(SemanticModel model, SyntaxNode node) =>
        node is MemberDeclarationSyntax and not (BaseNamespaceDeclarationSyntax or BaseFieldDeclarationSyntax) or VariableDeclaratorSyntax
            ? model.GetDeclaredSymbol(node)
            : null;

    private static int LineOf(ISymbol symbol, SyntaxTree tree) =>
        symbol.Locations.First(location => location.SourceTree == tree).GetLineSpan().StartLinePosition.Line + 1;
}
