using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;
using Pooling.Analyzers.Model;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Writes what makes a partial class with <c>[PooledEncodeable]</c> a pooled encodeable: its reset, its rental
/// state and its pool.</summary>
/// <remarks>Problems are reported by <see cref="PooledEncodeableAnalyzer"/>; in this case nothing is
/// generated.</remarks>
[Generator(LanguageNames.CSharp)]
public sealed class PooledEncodeableGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step that outputs the model of a class, which is cached if an edit did not change
    /// it.</summary>
    internal const string ModelStep = "PooledEncodeableModel";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<EncodeableModel> models = context.SyntaxProvider
            .ForAttributeWithMetadataName(EncodeableNames.Attribute, static (node, _) => node is TypeDeclarationSyntax,
                static (attributed, cancellation) => Read(attributed, cancellation))
            .Where(static model => model is not null)
            .Select(static (model, _) => model!)
            .WithTrackingName(ModelStep);

        IncrementalValueProvider<EquatableArray<string>> shared = HintNames.FindShared(
            models.Select(static (model, _) => model.HintName));
        context.RegisterSourceOutput(models.Combine(shared), static (output, pair) =>
        {
            (EncodeableModel model, EquatableArray<string> others) = pair;
            string name = HintNames.Choose(model.HintName, others);
            output.AddSource($"{name}.Pooled.g.cs", SourceText.From(EncodeableWriter.Write(model), Encoding.UTF8));
            for (int i = 0; i < model.Initials.Count; i++)
            {
                string number = i == 0 ? "" : $"{i + 1}";
                output.AddSource($"{name}.Initial{number}.g.cs",
                    SourceText.From(InitialsWriter.Write(model, model.Initials[i]), Encoding.UTF8));
            }
        });
    }

    private static EncodeableModel? Read(GeneratorAttributeSyntaxContext attributed, CancellationToken cancellation)
    {
        // A second attribute on another part of the class is a compiler error, not a second class.
        if (!AttributePlace.IsFirst(EncodeableNames.FindAttribute(attributed.TargetSymbol), attributed.TargetNode))
            return null;

        Compilation compilation = attributed.SemanticModel.Compilation;
        return EncodeableParser.Parse(
            (INamedTypeSymbol)attributed.TargetSymbol, compilation, tree => compilation.GetSemanticModel(tree),
            out _, cancellation);
    }
}
