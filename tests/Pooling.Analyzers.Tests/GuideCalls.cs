using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers;

/// <summary>Collects the calls of the library in the guides, each as a method of its own that any version of C# can
/// express: texts stay as they are, and other arguments become parameters.</summary>
internal static class GuideCalls
{
    private static readonly SymbolDisplayFormat s_qualified = SymbolDisplayFormat.FullyQualifiedFormat;

    private static readonly CSharpParseOptions s_newest = new(LanguageVersion.Latest);

    /// <summary>Gets the assemblies that a program for .NET Framework is compiled against.</summary>
    internal static MetadataReference[] References { get; } =
    [
        .. File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "framework.references.txt"))
            .Select(static path => MetadataReference.CreateFromFile(path)),
    ];

    /// <summary>Returns the methods, without repetitions.</summary>
    internal static string[] Of(params string[] pages) =>
    [
        .. pages.SelectMany(static page => Blocks(File.ReadAllText(RepositoryTree.PathOf("docs/primitives", page + ".md"))))
            .SelectMany(Calls)
            .Distinct()
            .Select(static (call, index) => $"static void Call{index}{call}"),
    ];

    private static IEnumerable<string> Blocks(string page) =>
        Regex.Matches(page, "^```csharp\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)
            .Select(static match => match.Groups[1].Value);

    private static IEnumerable<string> Calls(string block)
    {
        const string Usings = """
            global using System;
            global using System.Collections.Generic;
            global using System.IO;
            global using System.Threading;
            global using System.Threading.Tasks;
            """;
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Guide", [CSharpSyntaxTree.ParseText(block, s_newest), CSharpSyntaxTree.ParseText(Usings, s_newest)], References);
        SyntaxTree tree = compilation.SyntaxTrees[0];
        SemanticModel model = compilation.GetSemanticModel(tree);
        return tree.GetRoot().DescendantNodes().OfType<InvocationExpressionSyntax>()
            .Select(call => Method(model, call))
            .OfType<string>();
    }

    private static string? Method(SemanticModel model, InvocationExpressionSyntax call)
    {
        if (call.Expression is not MemberAccessExpressionSyntax access)
            return null;

        SymbolInfo info = model.GetSymbolInfo(call);
        if ((info.Symbol ?? info.CandidateSymbols.FirstOrDefault()) is not IMethodSymbol method
            || method.ContainingAssembly?.Name != "Pooling")
        {
            return null;
        }

        var parameters = new List<string>();
        string? receiver = method.IsStatic && method.ReducedFrom is null
            ? method.ContainingType.ToDisplayString(s_qualified)
            : Parameter(model.GetTypeInfo(access.Expression).Type, parameters);
        string?[] arguments = [.. call.ArgumentList.Arguments.Select(argument => Argument(model, argument, parameters))];
        return receiver is null || arguments.Contains(null)
            ? null
            : $"({string.Join(", ", parameters)}) => {receiver}.{access.Name}({string.Join(", ", arguments)});";
    }

    private static string? Argument(SemanticModel model, ArgumentSyntax argument, List<string> parameters)
    {
        string name = argument.NameColon?.ToString() ?? "";
        if (argument.RefKindKeyword.IsKind(SyntaxKind.OutKeyword))
            return name + "out var result";

        return argument.Expression switch
        {
            LiteralExpressionSyntax literal when literal.IsKind(SyntaxKind.StringLiteralExpression) => name + literal,
            InterpolatedStringExpressionSyntax text => name + text.ToString().Replace("\"u8", "\"", StringComparison.Ordinal),
            var other => Parameter(TypeOf(model, other), parameters) is { } used ? name + used : null,
        };
    }

    // A constant converts to narrower types, which a parameter does not.
    private static ITypeSymbol? TypeOf(SemanticModel model, ExpressionSyntax expression)
    {
        TypeInfo type = model.GetTypeInfo(expression);
        return model.GetConstantValue(expression).HasValue ? type.ConvertedType : type.Type ?? type.ConvertedType;
    }

    // Types that the guide itself declares are of no interest here.
    private static string? Parameter(ITypeSymbol? type, List<string> parameters)
    {
        if (type is null || Types(type).Any(static one => one is IErrorTypeSymbol || one.Locations.Any(static place => place.IsInSource)))
            return null;

        string name = $"p{parameters.Count}";
        parameters.Add($"{type.ToDisplayString(s_qualified)} {name}");
        return name;
    }

    private static IEnumerable<ITypeSymbol> Types(ITypeSymbol type) =>
        type is INamedTypeSymbol { IsGenericType: true } named ? named.TypeArguments.SelectMany(Types).Append(type) : [type];
}
