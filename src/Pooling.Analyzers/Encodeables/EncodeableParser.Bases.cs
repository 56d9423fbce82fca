using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <content>What a class inherits.</content>
internal sealed partial class EncodeableParser
{
    /// <summary>System classes without state.</summary>
    private static readonly HashSet<string> s_stateless = ["System.Object", "System.EventArgs"];

    private bool _resetsBase;

    /// <summary>Walks up to the next pooled encodeable. This class must be able to reset the members of the classes in
    /// between, or do so by hand.</summary>
    private (BaseKind Kind, bool HasNested) ReadBases(
        InitialReader initials, ConstructorReader constructor, OverrideReader overrides, List<MemberModel> members)
    {
        bool hasState = false;
        bool isByHand = ImplementsBaseHook();
        for (INamedTypeSymbol? current = _type.BaseType;
            current is not null && !s_stateless.Contains(TypeTraits.FullName(current));
            current = current.BaseType)
        {
            if (EncodeableNames.FindAttribute(current) is not null)
            {
                CheckConstructor(constructor, overrides);
                return (current.IsAbstract ? BaseKind.Abstract : BaseKind.Concrete, MayHaveNested(current));
            }

            bool isEncodeable = current.Interfaces.Any(EncodeableNames.IsInterface);
            if (isByHand && !isEncodeable)
            {
                _resetsBase = true;
                continue;
            }

            if (isEncodeable || !ReadPlainBase(current, initials, overrides, members))
            {
                Report(EncodeableDiagnostics.BaseClass, Location, current.Name, _type.Name,
                    isEncodeable ? "" : $", or reset what it stores in 'partial void {EncodeableNames.BaseHook}()' of "
                        + $"'{_type.Name}'");
                return (BaseKind.None, false);
            }

            hasState |= StoredMember.Of(current).Any();
        }

        if (hasState)
            CheckConstructor(constructor, overrides);

        return (BaseKind.None, false);
    }

    // What generated code only declares has no body.
    private bool ImplementsBaseHook() =>
        _type.GetMembers(EncodeableNames.BaseHook).OfType<IMethodSymbol>().Any(static method =>
        method is { Parameters.IsEmpty: true, Arity: 0, IsStatic: false, ReturnsVoid: true }
        && (method.PartialImplementationPart is not null || (IsPartial(method) && !method.IsPartialDefinition)));

    // The members that a base class resets get the values of its own parameterless constructor.
    private void CheckConstructor(ConstructorReader constructor, OverrideReader overrides)
    {
        if (constructor.MaySetInherited(_type) || overrides.SetsInherited)
        {
            Report(EncodeableDiagnostics.ConstructorCode,
                constructor.Constructor.Locations.FirstOrDefault() ?? Location,
                _type.BaseType!.Name);
        }
    }

    /// <summary>Reads a base class that is not a pooled encodeable.</summary>
    /// <returns><see langword="false"/> if it has state that this class cannot reset.</returns>
    private bool ReadPlainBase(
        INamedTypeSymbol type, InitialReader initials, OverrideReader overrides, List<MemberModel> members)
    {
        // The private fields of a class in another assembly are not known. In an editor, such a class can have its
        // source, which is not part of this compilation.
        if (type.DeclaringSyntaxReferences.IsEmpty
            || !SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, _type.ContainingAssembly)
            || type.InstanceConstructors.Any(constructor => !constructor.IsImplicitlyDeclared))
        {
            return false;
        }

        List<MemberModel> found = [];
        foreach (StoredMember member in StoredMember.Of(type))
        {
            if ((member.IsKept && member.Count is null)
                || (member.IsReadOnly && member.FindInitializer(_cancellation) is null)
                || (member.IsReadOnly && TypeTraits.IsImmutable(member.Type)))
            {
                continue;
            }

            (NestedShape shape, ITypeSymbol? item) = NestedMember.Read(member);
            if (member.Count is not null || !IsSettable(member) || NestedMember.Hides(member)
                || (shape != NestedShape.None && !IsReadable(member))
                || ReadPlainInitial(member, initials, overrides) is not { } initial)
            {
                return false;
            }

            found.Add(MemberReader.Create(member, InitialReader.AccessOf(member.Symbol, "this"), MemberReset.Assign,
                initials.Write(member, initial), shape, item));
        }

        members.InsertRange(0, found);
        return true;
    }

    // An initializer of another class is not copied: it may use private members of that class.
    private InitialValue? ReadPlainInitial(StoredMember member, InitialReader initials, OverrideReader overrides)
    {
        InitialValue? known = overrides.MaySet(member.Symbol) ? null
            : member.FindInitializer(_cancellation) is { } expression ? initials.ReadConstant(member, expression)
            : InitialValue.Default;
        return known ?? (initials.CanUseTemplate(member, withDelegates: !overrides.MaySet(member.Symbol))
            ? InitialReader.FromTemplate(member)
            : null);
    }

    private bool IsSettable(StoredMember member)
    {
        // A derived class that hides it has another member with this name.
        if (IsHidden(member.Symbol) || member.Symbol is IEventSymbol || member.IsReadOnly || member.Symbol.IsVirtual
            || member.Symbol.IsOverride)
        {
            return false;
        }

        return member.Property is { } property
            ? StoredMember.IsAutoProperty(property) && _compilation.IsSymbolAccessibleWithin(property, _type)
                && _compilation.IsSymbolAccessibleWithin(property.SetMethod!, _type)
            : _compilation.IsSymbolAccessibleWithin(member.Symbol, _type);
    }

    private bool IsReadable(StoredMember member) =>
        member.Property is not { GetMethod: { } getter } || _compilation.IsSymbolAccessibleWithin(getter, _type);

    private bool IsHidden(ISymbol member)
    {
        if (GeneratedNames.Contains(member.Name))
            return true; // by generated code

        for (INamedTypeSymbol? current = _type;
            current is not null && !SymbolEqualityComparer.Default.Equals(current, member.ContainingType);
            current = current.BaseType)
        {
            if (!current.GetMembers(member.Name).IsEmpty)
                return true;
        }

        return false;
    }

    private static bool MayHaveNested(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type;
            current is not null && !s_stateless.Contains(TypeTraits.FullName(current));
            current = current.BaseType)
        {
            if (current.DeclaringSyntaxReferences.IsEmpty
                || StoredMember.Of(current).Any(member => !member.IsKept
                    && IsReturned(NestedMember.Read(member).Shape)))
            {
                return true;
            }
        }

        return false;
    }
}
