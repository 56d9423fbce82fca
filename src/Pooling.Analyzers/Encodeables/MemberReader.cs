using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Decides for each member how a reset restores the value that it has in a new object.</summary>
internal sealed class MemberReader(
    INamedTypeSymbol type, ConstructorReader constructor, OverrideReader overrides, InitialReader initials,
    Action<Diagnostic> report, CancellationToken cancellation)
{
    private readonly CountedArray _arrays = new(type, report);

    /// <summary>Reads a member that the class declares.</summary>
    /// <returns><see langword="null"/> if there is nothing to do, or it cannot be done, which is then
    /// reported.</returns>
    internal MemberModel? Read(StoredMember member)
    {
        if (member.Count is not null && !_arrays.Check(member))
            return null;

        if (member.IsKept)
            return null;

        if (FindHiddenStorage(member) is { } hidden)
        {
            report(Diagnostic.Create(EncodeableDiagnostics.HiddenStorage, member.Location, member.Symbol.Name, hidden));
            return null;
        }

        if (FindLoss(member) is { } loss)
        {
            report(Diagnostic.Create(EncodeableDiagnostics.LostItems, member.Location, member.Symbol.Name, loss));
            return null;
        }

        (NestedShape shape, ITypeSymbol? item) = NestedMember.Read(member);
        if (shape == NestedShape.List)
            return Create(member, AccessOf(member), MemberReset.List, "", shape, item);

        if (ReadInitial(member) is not { } initial)
            return null;

        if (member.Count is not null && !_arrays.CheckInitial(member, initial))
            return null;

        return Build(member, initial, shape, item, member.Count is null ? null : _arrays.Describe(member));
    }

    /// <summary>Reads a member of a base class that a plain constructor assigns.</summary>
    internal MemberModel? ReadInherited(ISymbol symbol, bool isHidden, ExpressionSyntax value)
    {
        if (StoredMember.Keeps(symbol))
            return null;

        // A hidden one has no name here.
        StoredMember? member = isHidden ? null : StoredMember.Find(symbol);
        if (member is { IsReadOnly: false }
            && initials.Read(member, value) is
            {
                Problem: null,
                Content: InitialContent.Default or InitialContent.Value or InitialContent.Nothing,
            } initial
            && (member.Count is null || initial.Content != InitialContent.Value))
        {
            return Build(member, initial, NestedShape.None, item: null, counted: null);
        }

        report(Diagnostic.Create(EncodeableDiagnostics.ConstructorCode, value.GetLocation(), symbol.Name));
        return null;
    }

    private static string? FindLoss(StoredMember member) =>
        EncodeableNames.IsList(member.Type)
            ? member.IsReadOnly ? null : "get-only: parts stay with the object only if their list does"
            : NestedMember.Hides(member)
                ? "a pooled object, or an array, List<T> or PooledArray<T> of them, or mark it with [KeepOnReset]: "
                    + "a return does not find pooled objects in its type"
                : null;

    private InitialValue? ReadInitial(StoredMember member)
    {
        // The constructor of the class runs last.
        if (constructor.MaySet(member.Symbol)
            || (overrides.MaySet(member.Symbol) && !constructor.Assignments.ContainsKey(member.Symbol)))
        {
            // What a read-only member has stays. Any other delegate can be bound to the object.
            if ((member.IsReadOnly && TypeTraits.IsImmutable(member.Type))
                || initials.CanUseTemplate(member, withDelegates: false))
            {
                return InitialReader.FromTemplate(member);
            }

            report(Diagnostic.Create(EncodeableDiagnostics.ConstructorCode, member.Location, member.Symbol.Name));
            return null;
        }

        if (!constructor.Assignments.TryGetValue(member.Symbol, out ExpressionSyntax? expression))
            expression = member.FindInitializer(cancellation);

        return expression is null ? InitialValue.Default : initials.Read(member, expression);
    }

    private MemberModel? Build(
        StoredMember member, InitialValue initial, NestedShape shape, ITypeSymbol? item, CountedArrayModel? counted)
    {
        (MemberReset reset, CollectionModel? collection) = member.IsReadOnly
            ? ChooseFixed(member, initial, shape)
            : Choose(member, initial, shape);
        if (reset == MemberReset.None && shape == NestedShape.None)
            return null;

        bool isWritten = reset is MemberReset.Assign or MemberReset.OwnCollection or MemberReset.OwnEncodeable;
        if (isWritten && initial.Problem is { } problem)
        {
            report(Diagnostic.Create(EncodeableDiagnostics.InitialExpression, member.Location, member.Symbol.Name,
                type.Name, problem));
            return null;
        }

        // A read-only member has the type of its initial value, whatever its declared type is.
        string access = AccessOf(member);
        if (reset == MemberReset.FixedCollection && !SymbolEqualityComparer.Default.Equals(member.Type, initial.Type))
            access = $"(({collection!.Type}){access})";

        return Create(member, access, reset, isWritten ? initials.Write(member, initial) : "", shape, item, collection,
            counted);
    }

    internal static MemberModel Create(StoredMember member, string access, MemberReset reset, string initial,
        NestedShape shape, ITypeSymbol? item, CollectionModel? collection = null, CountedArrayModel? counted = null) =>
        new(member.Part,
            access,
            Identifiers.NameOf(member.Type),
            reset,
            initial,
            member.IsInitOnly,
            shape,
            NestedMember.NameOf(shape, item),
            collection,
            counted,
            NestedMember.PairOf(shape, member.Type));

    private (MemberReset Reset, CollectionModel? Collection) Choose(
        StoredMember member, InitialValue initial, NestedShape shape)
    {
        switch (initial.Content)
        {
            case InitialContent.EmptyCollection or InitialContent.BlankArray:
                return (MemberReset.OwnCollection, DescribeCollection(initial));

            case InitialContent.NewObject when IsEncodeable(initial, shape) && !initial.IsBare:
                report(Diagnostic.Create(EncodeableDiagnostics.LostItems, member.Location, member.Symbol.Name,
                    "null or a bare 'new()' in a new object, or mark it with [KeepOnReset]: a reset keeps the object, "
                        + "and cannot restore what the initializer gives it"));
                return (MemberReset.None, null);

            case InitialContent.NewObject when IsEncodeable(initial, shape) && initial.Type is { } made:
                return (MemberReset.OwnEncodeable, new CollectionModel(
                    Identifiers.NameOf(made), Item: "", CountProperty: "", SizeProperty: null, TrimCall: null,
                    IsArray: false, Capacity: 0));

            case InitialContent.NewObject when initial.Problem is null:
                report(Diagnostic.Create(EncodeableDiagnostics.ResetAllocates, member.Location, member.Symbol.Name,
                    (initial.Type ?? member.Type).ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
                return (MemberReset.Assign, null);

            default:
                return (MemberReset.Assign, null);
        }
    }

    private (MemberReset Reset, CollectionModel? Collection) ChooseFixed(
        StoredMember member, InitialValue initial, NestedShape shape)
    {
        switch (initial.Content)
        {
            case InitialContent.Default or InitialContent.Nothing:
                return (MemberReset.None, null);

            case var _ when TypeTraits.IsImmutable(member.Type) || TypeTraits.IsImmutable(initial.Type)
                || TypeTraits.IsStateless(initial.Type):
                return (MemberReset.None, null);

            case InitialContent.NewObject when IsEncodeable(initial, shape) && initial.IsBare:
                return (MemberReset.FixedEncodeable, null);

            case InitialContent.EmptyCollection or InitialContent.BlankArray:
                return (MemberReset.FixedCollection, DescribeCollection(initial));

            default:
                report(Diagnostic.Create(EncodeableDiagnostics.ReadOnlyMember, member.Location, member.Symbol.Name,
                    (initial.Type ?? member.Type).ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
                return (MemberReset.None, null);
        }
    }

    private static bool IsEncodeable(InitialValue initial, NestedShape shape) =>
        shape == NestedShape.Item && initial.Type is { } made && EncodeableNames.IsEncodeable(made);

    private static CollectionModel DescribeCollection(InitialValue initial)
    {
        ITypeSymbol made = initial.Type!;
        string name = Identifiers.NameOf(made);
        return initial.Content == InitialContent.BlankArray
            ? new CollectionModel(
                name, Item: "", CountProperty: "", SizeProperty: null, TrimCall: null, IsArray: true, Capacity: 0)
            : new CollectionModel(
                name, TypeTraits.ItemOf(made), TypeTraits.CountProperty(made), TypeTraits.SizeProperty(made),
                TypeTraits.TrimCall(made), IsArray: false, initial.Capacity);
    }

    private static string AccessOf(StoredMember member) => InitialReader.AccessOf(member.Symbol, "this");

    private static string? FindHiddenStorage(StoredMember member)
    {
        if (member.Property is not { } property)
            return null;

        if (property is { SetMethod.IsInitOnly: true, ExplicitInterfaceImplementations.IsEmpty: false })
            return "the init accessor of an explicit interface implementation can only be called by 'new'";

        if (!StoredMember.IsAutoProperty(property))
            return "an accessor with a body hides its backing field";

        for (IPropertySymbol? overridden = property.OverriddenProperty;
            overridden is not null;
            overridden = overridden.OverriddenProperty)
        {
            if (!overridden.IsAbstract)
                return "the overridden property may have another field, which is not accessible";
        }

        return null;
    }
}
