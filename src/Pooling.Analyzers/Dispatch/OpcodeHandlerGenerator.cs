using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Pooling.Analyzers.Model;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Writes the dispatcher of a partial class whose methods are marked with <c>[OpcodeHandler]</c>.</summary>
/// <remarks>Problems are reported by <see cref="OpcodeHandlerAnalyzer"/>; in this case nothing is generated. The
/// dispatcher is the library's, with its dense table: a generated switch with the same counters was slower for every
/// order of opcodes (1.2 to 1.3 times).</remarks>
[Generator(LanguageNames.CSharp)]
public sealed class OpcodeHandlerGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step that outputs the model of a class, which is cached if an edit did not change
    /// it.</summary>
    internal const string ModelStep = "OpcodeHandlerModel";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<DispatchModel> models = context.SyntaxProvider
            .ForAttributeWithMetadataName(DispatchNames.Attribute, static (node, _) => node is MethodDeclarationSyntax,
                static (attributed, cancellation) => Read(attributed, cancellation))
            .Where(static model => model is not null)
            .Select(static (model, _) => model!)
            .WithTrackingName(ModelStep);

        IncrementalValueProvider<EquatableArray<string>> shared = HintNames.FindShared(
            models.Select(static (model, _) => model.HintName));
        context.RegisterSourceOutput(models.Combine(shared), static (output, pair) =>
            output.AddSource($"{HintNames.Choose(pair.Left.HintName, pair.Right)}.Dispatch.g.cs",
                SourceText.From(DispatchWriter.Write(pair.Left), Encoding.UTF8)));
    }

    // A class is read once, for the first attribute of its first method. Each part of a partial method can have
    // attributes.
    private static DispatchModel? Read(GeneratorAttributeSyntaxContext attributed, CancellationToken cancellation)
    {
        INamedTypeSymbol type = attributed.TargetSymbol.ContainingType;
        IMethodSymbol? first = DispatchParser.MethodsOf(type).FirstOrDefault();
        ISymbol method = ((IMethodSymbol)attributed.TargetSymbol).PartialDefinitionPart ?? attributed.TargetSymbol;
        return SymbolEqualityComparer.Default.Equals(first, method)
            && AttributePlace.IsFirst(DispatchNames.FindAttributes(first!).First(), attributed.TargetNode)
            ? DispatchParser.Parse(type, attributed.SemanticModel.Compilation, out _, cancellation)
            : null;
    }
}
