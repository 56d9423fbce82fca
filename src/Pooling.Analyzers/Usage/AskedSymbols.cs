using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The variables and members that conditions ask for. A property with code, or a method, can ask for any other
/// member of its object.</summary>
internal sealed class AskedSymbols
{
    private readonly HashSet<ISymbol> _symbols = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _owners = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _ownersOfCode = new(SymbolEqualityComparer.Default);

    internal int Count => _symbols.Count;

    internal bool Add(ISymbol symbol) => _symbols.Add(symbol);

    internal void Add(AskedSymbols other)
    {
        _symbols.UnionWith(other._symbols);
        _owners.UnionWith(other._owners);
        _ownersOfCode.UnionWith(other._ownersOfCode);
    }

    /// <summary>Adds the type of this object, or of a static member, to which an operation refers.</summary>
    internal void AddOwner(IOperation operation, ISymbol symbol)
    {
        IOperation? instance = (operation as IMemberReferenceOperation)?.Instance
            ?? (operation as IInvocationOperation)?.Instance;
        if (instance is not (null or IInstanceReferenceOperation)
            || (instance?.Type ?? symbol.ContainingType)?.OriginalDefinition is not { } owner)
        {
            return;
        }

        if (symbol is IFieldSymbol { IsConst: true })
            return;

        if (HasCode(symbol))
            _ownersOfCode.Add(owner);
        else if (symbol is IMethodSymbol)
            return;

        _owners.Add(owner);
    }

    /// <summary>Whether other conditions can ask for the same.</summary>
    internal bool DependsOn(AskedSymbols other) => _symbols.Overlaps(other._symbols)
        || _owners.Overlaps(other._ownersOfCode) || _ownersOfCode.Overlaps(other._owners);

    /// <summary>Whether a member can ask for other members. A static method with arguments asks for these.</summary>
    internal static bool HasCode(ISymbol member) => member switch
    {
        IPropertySymbol property => !IsStored(property),
        IMethodSymbol method => !method.IsStatic || method.Parameters.IsEmpty,
        _ => false,
    };

    private static bool IsStored(IPropertySymbol property) =>
        property.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
        {
            PropertyDeclarationSyntax { ExpressionBody: null, AccessorList: { } accessors } => !property.IsAbstract
                && accessors.Accessors.All(static each => each.Body is null && each.ExpressionBody is null),
            ParameterSyntax => true, // of a record
            _ => false,
        };
}
