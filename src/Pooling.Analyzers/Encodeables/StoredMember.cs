using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers.Encodeables;

/// <summary>A member of a class that stores something in each object: a field, a property with a compiler-generated
/// field, or an event.</summary>
internal sealed class StoredMember
{
    private const int MaxPartLength = 200;

    private StoredMember(ISymbol symbol, ITypeSymbol type, IFieldSymbol? field, string part)
    {
        Symbol = symbol;
        Type = type;
        Field = field;
        Part = part;
    }

    /// <summary>The declared member: the property, not its backing field.</summary>
    internal ISymbol Symbol { get; }

    internal ITypeSymbol Type { get; }

    /// <summary>The name as used in other names; unique within the type.</summary>
    internal string Part { get; }

    internal IFieldSymbol? Field { get; }

    internal IPropertySymbol? Property => Symbol as IPropertySymbol;

    internal bool IsReadOnly => Property is { } property ? property.SetMethod is null : Field is { IsReadOnly: true };

    internal bool IsInitOnly => Property is { SetMethod.IsInitOnly: true };

    internal bool IsKept =>
        EncodeableNames.FindKeep(Symbol) is not null
            || (Field is not null && EncodeableNames.FindKeep(Field) is not null);

    /// <summary>The attribute that marks the member as a rented array and names its count; <see langword="null"/> if
    /// there is none.</summary>
    internal AttributeData? Count =>
        EncodeableNames.FindCount(Symbol) ?? (Field is null ? null : EncodeableNames.FindCount(Field));

    internal Location Location => Symbol.Locations.FirstOrDefault() ?? Location.None;

    /// <summary>Returns the members in the order of their declaration.</summary>
    internal static IEnumerable<StoredMember> Of(INamedTypeSymbol type)
    {
        List<StoredMember> members = [];
        HashSet<string> parts = new(StringComparer.Ordinal);
        foreach (ISymbol member in type.GetMembers())
        {
            if (member is IFieldSymbol { IsStatic: false, IsConst: false } field && !EncodeableNames.IsGenerated(field))
            {
                ISymbol symbol = field.AssociatedSymbol ?? field;
                if (symbol is IFieldSymbol or IPropertySymbol)
                {
                    members.Add(new StoredMember(
                        symbol, (symbol as IPropertySymbol)?.Type ?? field.Type, field, PartOf(symbol, parts)));
                }
            }
            else if (member is IEventSymbol { IsStatic: false } @event && IsFieldLike(@event))
            {
                members.Add(new StoredMember(@event, @event.Type, field: null, PartOf(@event, parts)));
            }
        }

        return members;
    }

    /// <summary>Returns the stored member that a symbol stands for; <see langword="null"/> if it is not
    /// known.</summary>
    internal static StoredMember? Find(ISymbol member) => member is IPropertySymbol property && IsCompiled(property)
        ? new StoredMember(property, property.Type, field: null, PartOf(property, []))
        : Of(member.ContainingType)
            .FirstOrDefault(each => SymbolEqualityComparer.Default.Equals(each.Symbol, member));

    /// <summary>Whether a reset leaves a member alone, because it, or the field of the property, is marked.</summary>
    internal static bool Keeps(ISymbol member) =>
        EncodeableNames.FindKeep(member) is not null || Find(member) is { IsKept: true };

    /// <summary>Whether the accessors of a property only read and write its field.</summary>
    internal static bool IsAutoProperty(IPropertySymbol property) =>
        !property.IsAbstract
        && (property.ExplicitInterfaceImplementations.IsEmpty
            ? property.ContainingType.GetMembers($"<{property.Name}>k__BackingField")
            : property.ContainingType.GetMembers())
            .OfType<IFieldSymbol>()
            .Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, property))
        && !property.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax()).Any(HasBody)
        && property.DeclaringSyntaxReferences.Length == 1
        && !IsPartial(property);

    /// <summary>Whether it is a property of another assembly that has a compiler-generated field: the field is not
    /// known, but the compiler marks accessors that it wrote.</summary>
    internal static bool IsCompiled(IPropertySymbol property) =>
        property.DeclaringSyntaxReferences.IsEmpty && IsWrittenByCompiler(property.SetMethod);

    internal static bool IsWrittenByCompiler(IMethodSymbol? method) => method?.GetAttributes().Any(
        static attribute => attribute.AttributeClass?.Name == "CompilerGeneratedAttribute") == true;

    internal static bool IsFieldLike(IEventSymbol @event) =>
        !@event.IsAbstract && !@event.IsExtern
        && @event.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is VariableDeclaratorSyntax)
            && !IsPartial(@event);

    /// <summary>Returns the initializer of the member, if there is one.</summary>
    internal ExpressionSyntax? FindInitializer(CancellationToken cancellation) => Symbol.DeclaringSyntaxReferences
        .Select(reference => reference.GetSyntax(cancellation) switch
        {
            VariableDeclaratorSyntax variable => variable.Initializer?.Value,
            PropertyDeclarationSyntax property => property.Initializer?.Value,
            _ => null,
        })
        .FirstOrDefault(initializer => initializer is not null);

    // Its accessors are written elsewhere: by hand, or by another generator.
    private static bool IsPartial(ISymbol member) => member.DeclaringSyntaxReferences.Any(static reference =>
        reference.GetSyntax().FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } declaration
            && declaration.Modifiers.Any(SyntaxKind.PartialKeyword));

    // Names of explicit implementations contain anything that type names do, and a name can be as long as the metadata
    // allows.
    private static string PartOf(ISymbol member, HashSet<string> others)
    {
        string plain =
            new([.. member.Name.Take(MaxPartLength).Select(
                static letter => SyntaxFacts.IsIdentifierPartCharacter(letter) ? letter : '_')]);
        string part = plain;
        for (int i = 2; !others.Add(part); i++)
            part = $"{plain}_{i}";

        return part;
    }

    private static bool HasBody(SyntaxNode node) => node is PropertyDeclarationSyntax property
        && (property.ExpressionBody is not null
            || property.AccessorList?.Accessors.Any(accessor => accessor.Body is not null
                || accessor.ExpressionBody is not null) == true);
}
