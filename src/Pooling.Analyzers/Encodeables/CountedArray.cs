using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads the members of a class that hold rented arrays with a count.</summary>
internal sealed class CountedArray(INamedTypeSymbol type, Action<Diagnostic> report)
{
    private readonly List<StoredMember> _all =
        [.. StoredMember.Of(type).Where(static member => member.Count is not null)];

    /// <summary>The members that are marked as holding a rented array, whether they can or not.</summary>
    internal static IEnumerable<ISymbol> FindIn(INamedTypeSymbol type) =>
        type.GetMembers().Where(member => member is IFieldSymbol or IPropertySymbol && !member.IsImplicitlyDeclared
            && EncodeableNames.FindCount(member) is not null);

    internal static string FieldOf(StoredMember member) => EncodeableNames.Rented + NameOf(member);

    internal static string IdleOf(StoredMember member) => EncodeableNames.Idle + NameOf(member);

    internal static string MethodOf(StoredMember member) => EncodeableNames.Rent + NameOf(member);

    /// <summary>Whether an array can be rented for a member; otherwise, the problem is reported.</summary>
    internal bool Check(StoredMember member)
    {
        string? problem = member switch
        {
            { IsKept: true } => "a member that is reset, without [KeepOnReset]",
            {
                Type: not IArrayTypeSymbol
                {
                    Rank: 1, ElementType.TypeKind: not (TypeKind.Pointer or TypeKind.FunctionPointer)
                }
            } =>
                "a one-dimensional array",
            { IsReadOnly: true } or { IsInitOnly: true } => "settable",
            _ when FindRival(member) is { } rival =>
                $"a member whose name differs from '{rival.Symbol.Name}', "
                + $"which also gets a method '{MethodOf(member)}'",
            _ => null,
        };
        if (problem is not null)
            report(Diagnostic.Create(EncodeableDiagnostics.NotRentable, member.Location, member.Symbol.Name, problem));

        string? name = member.Count!.ConstructorArguments.FirstOrDefault().Value as string;
        string? missing = FindCount(name) switch
        {
            null => $"there is no '{name}'",
            { IsStatic: true } => $"'{name}' is static",
            { } count when TypeOf(count).SpecialType != SpecialType.System_Int32 =>
                $"'{name}' is of type {TypeOf(count).ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)}",
            IFieldSymbol { IsReadOnly: true } or IPropertySymbol { SetMethod: null }
                or IPropertySymbol { SetMethod.IsInitOnly: true } =>
                $"'{name}' has no setter",
            IPropertySymbol { GetMethod: null } => $"'{name}' has no getter",
            { } count when StoredMember.Keeps(count) =>
                $"'{name}' is marked with [KeepOnReset], and would outlive the array",
            _ => null,
        };
        if (missing is not null)
        {
            report(Diagnostic.Create(EncodeableDiagnostics.NoCount, member.Location, member.Symbol.Name, type.Name,
                missing));
        }

        return problem is null && missing is null;
    }

    /// <summary>Whether a member holds no items in a new object; otherwise, that is reported.</summary>
    internal bool CheckInitial(StoredMember member, InitialValue initial)
    {
        if (initial.Content is InitialContent.Default or InitialContent.Nothing)
            return true;

        report(Diagnostic.Create(EncodeableDiagnostics.NotRentable, member.Location, member.Symbol.Name,
            "null or empty in a new object"));
        return false;
    }

    internal CountedArrayModel Describe(StoredMember member)
    {
        ISymbol count = FindCount((string)member.Count!.ConstructorArguments[0].Value!)!;
        return new CountedArrayModel(
            SyntaxFacts.GetText(member.Symbol.DeclaredAccessibility),
            MethodOf(member),
            FieldOf(member),
            IdleOf(member),
            Identifiers.NameOf(member.Type.WithNullableAnnotation(NullableAnnotation.NotAnnotated)),
            Identifiers.NameOf(((IArrayTypeSymbol)member.Type).ElementType),
            member.Symbol.Name,
            count.Name,
            InitialReader.AccessOf(count, "this"),
            ObsoleteUse.IsError(member.Symbol) || ObsoleteUse.IsError(count));
    }

    private static ITypeSymbol TypeOf(ISymbol count) =>
        count is IPropertySymbol property ? property.Type : ((IFieldSymbol)count).Type;

    // "_items" is either the backing field of "Items" or declared instead of it.
    private static string NameOf(StoredMember member)
    {
        string name = member.Part.TrimStart('_');
        return name.Length == 0 ? member.Part : char.ToUpperInvariant(name[0]) + name.Substring(1);
    }

    private StoredMember? FindRival(StoredMember member) => _all.FirstOrDefault(other =>
        MethodOf(other) == MethodOf(member)
            && !SymbolEqualityComparer.Default.Equals(other.Symbol, member.Symbol));

    private ISymbol? FindCount(string? name) =>
        name is null
            ? null
            : type.GetMembers(name).FirstOrDefault(
                member => member is IFieldSymbol or IPropertySymbol { IsIndexer: false });
}
