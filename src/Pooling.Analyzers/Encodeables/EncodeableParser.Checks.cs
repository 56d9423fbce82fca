using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <content>Requirements for a class.</content>
internal sealed partial class EncodeableParser
{
    private static readonly string[] s_generated =
    [
        EncodeableNames.Pool, EncodeableNames.Policy, EncodeableNames.Template, EncodeableNames.StateField,
            EncodeableNames.StateMethod,
        EncodeableNames.ResetMethod, EncodeableNames.VisitMethod, EncodeableNames.AdoptMethod,
        EncodeableNames.InitProperty,
        EncodeableNames.InitMethod, EncodeableNames.CreateMethod,
        "get_" + EncodeableNames.Pool, "set_" + EncodeableNames.Pool,
        "get_" + EncodeableNames.InitProperty,
        "set_" + EncodeableNames.InitProperty,
    ];

    private static readonly string[] s_rooms = ["System", "Pooling"];

    private HashSet<string>? _generatedNames;

    private HashSet<string> GeneratedNames => _generatedNames ??= ListGeneratedNames();

    private bool CheckDeclaration()
    {
        if (_type.TypeKind != TypeKind.Class || _type.IsStatic || Identifiers.IsFileLocal(_type) || _type.IsRecord)
        {
            string why = _type.TypeKind != TypeKind.Class ? "structs are copied, so a pool cannot track them"
                : _type.IsRecord ? "a copy of a record would include its rental state, and so would comparisons"
                : _type.IsStatic ? "a static class has no objects"
                : "generated code is in another file";
            Report(EncodeableDiagnostics.NotAClass, Location, _type.Name, why);
            return false;
        }

        if (_compilation is CSharpCompilation { LanguageVersion: < LanguageVersion.CSharp9 })
        {
            Report(EncodeableDiagnostics.LanguageVersion, Location, _type.Name);
            return false;
        }

        bool arePartial = true;
        for (INamedTypeSymbol? current = _type; current is not null; current = current.ContainingType)
        {
            if (current.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax(_cancellation))
                .OfType<TypeDeclarationSyntax>()
                .All(declaration => declaration.Modifiers.Any(SyntaxKind.PartialKeyword)))
            {
                continue;
            }

            Report(EncodeableDiagnostics.NotPartial, current.Locations.FirstOrDefault() ?? Location, current.Name,
                _type.Name);
            arePartial = false;
        }

        return CheckNames() && arePartial;
    }

    private bool CheckNames()
    {
        foreach (ISymbol named in _type.TypeParameters.Prepend<ISymbol>(_type).Where(
            named => GeneratedNames.Contains(named.Name)))
        {
            Report(EncodeableDiagnostics.TakenName, named.Locations.FirstOrDefault() ?? Location, named.Name,
                "a member with this name is generated for the class");
            return false;
        }

        // A type of the program with such a name is hidden within the class: references in the class would mean the
        // member.
        if (FindHiddenName() is { } hidden)
        {
            Report(EncodeableDiagnostics.TakenName, hidden.GetLocation(), hidden.Identifier.ValueText,
                "a member with this name is generated for the class and hides it");
            return false;
        }

        // In generated code all names start at the global namespace, where a class hides the imported namespace.
        if (s_rooms.FirstOrDefault(
            room => !_compilation.Assembly.GlobalNamespace.GetTypeMembers(room, arity: 0).IsEmpty) is not { } taken)
        {
            return true;
        }

        Report(EncodeableDiagnostics.TakenName, Location, taken,
            $"it hides the namespace that the generated code of '{_type.Name}' needs");
        return false;
    }

    private HashSet<string> ListGeneratedNames()
    {
        HashSet<string> names = new(s_generated, StringComparer.Ordinal) { EncodeableNames.Hook };
        foreach (StoredMember member in StoredMember.Of(_type))
        {
            names.Add(EncodeableNames.Own + member.Part);
            names.Add(EncodeableNames.Initial + member.Part);
            if (member.Type is { IsReferenceType: true, SpecialType: not SpecialType.System_String })
                names.Add(EncodeableNames.Usage + member.Part);

            if (member.Count is not null)
            {
                names.Add(CountedArray.FieldOf(member));
                names.Add(CountedArray.IdleOf(member));
                names.Add(CountedArray.MethodOf(member));
            }
        }

        return names;
    }

    private SimpleNameSyntax? FindHiddenName() => _type.DeclaringSyntaxReferences
        .SelectMany(reference => reference.GetSyntax(_cancellation).DescendantNodes())
        .OfType<SimpleNameSyntax>()
        .FirstOrDefault(name => GeneratedNames.Contains(name.Identifier.ValueText) && StandsAlone(name)
            && !(_type.IsAbstract && name.Identifier.ValueText == EncodeableNames.Pool)
            && IsHiddenByMember(name));

    // Not the part after a dot, which is looked up elsewhere.
    private static bool StandsAlone(SimpleNameSyntax name) => name.Parent switch
    {
        QualifiedNameSyntax qualified => qualified.Left == name,
        MemberAccessExpressionSyntax access => access.Expression == name,
        AliasQualifiedNameSyntax or MemberBindingExpressionSyntax => false,
        _ => true,
    };

    // A type of another assembly may be one that only this view of the class sees, which has no generated members yet:
    // System.Activator. What is generated is not hidden, nor is what is in the class: it is found there first.
    private bool IsHiddenByMember(SimpleNameSyntax name)
    {
        SemanticModel model = _models(name.SyntaxTree);
        return model.GetSymbolInfo(name, _cancellation).Symbol is { } found
            && SymbolEqualityComparer.Default.Equals(found.ContainingAssembly, _compilation.Assembly)
            && !EncodeableNames.IsGenerated(found)
            && (found is INamespaceOrTypeSymbol
                || (found is IMethodSymbol && name.Identifier.ValueText != EncodeableNames.Pool) // which is not called
                || model.GetOperation(name, _cancellation) is IMemberReferenceOperation
                {
                    Member: not IMethodSymbol,
                    Instance: null
                    or IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }
                })
            && !IsWithin(found.ContainingType);
    }

    private bool IsWithin(INamedTypeSymbol? type) =>
        type is not null && (SymbolEqualityComparer.Default.Equals(type, _type) || IsWithin(type.ContainingType));

    private IMethodSymbol? FindConstructor()
    {
        bool hasParameters = _type.DeclaringSyntaxReferences
            .Select(reference => reference.GetSyntax(_cancellation))
            .OfType<TypeDeclarationSyntax>()
            .Any(declaration => declaration.ParameterList is { Parameters.Count: > 0 });
        IMethodSymbol? constructor = hasParameters
            ? null
            : _type.InstanceConstructors.FirstOrDefault(candidate => candidate.Parameters.IsEmpty);
        if (constructor is null)
            Report(EncodeableDiagnostics.NoParameterlessConstructor, Location, _type.Name);

        return constructor;
    }

    private void CheckHandWritten(AttributeData attribute)
    {
        foreach (ISymbol member in _type.GetMembers())
        {
            bool isPool = IsPool(member);
            if (member.Locations.FirstOrDefault() is not { IsInSource: true } location || !IsWrittenByGenerator(member)
                || EncodeableNames.IsGenerated(member) || IsAccessorOfWritten(member)
                || (isPool && !LimitsPool(attribute)))
            {
                continue;
            }

            Report(EncodeableDiagnostics.HandWrittenMember, location, member.Name, _type.Name, isPool
                ? "set MaxRetained in the options that it passes to the pool, not in the attribute"
                : "remove [PooledEncodeable] and implement IPooledEncodeable by hand");
        }
    }

    /// <summary>Whether the class declares its pool itself, so that none is generated.</summary>
    private bool DeclaresPool(AttributeData attribute) => !LimitsPool(attribute)
        && _type.GetMembers(EncodeableNames.Pool).Any(member => IsPool(member) && !EncodeableNames.IsGenerated(member));

    private static bool LimitsPool(AttributeData attribute) =>
        NamedArgument(attribute, "MaxRetained") is not (null or 0);

    /// <summary>Whether a member can be the pool of the class.</summary>
    private bool IsPool(ISymbol member) => !_type.IsAbstract && member switch
    {
        IFieldSymbol { Name: EncodeableNames.Pool, IsStatic: true, IsReadOnly: true } field =>
            IsPoolOfClass(field.Type),
        IPropertySymbol { Name: EncodeableNames.Pool, IsStatic: true, SetMethod: null } property =>
            IsPoolOfClass(property.Type),
        _ => false,
    };

    private bool IsPoolOfClass(ITypeSymbol type) =>
        type is INamedTypeSymbol { TypeArguments: [var item] } && EncodeableNames.IsPool(type)
        && SymbolEqualityComparer.Default.Equals(item, _type);

    private bool IsWrittenByGenerator(ISymbol member) => member switch
    {
        { Name: not EncodeableNames.Hook } when GeneratedNames.Contains(member.Name) => true,
        IMethodSymbol { Name: "Reset", Parameters.IsEmpty: true, IsStatic: false } => true,
        IMethodSymbol { Name: EncodeableNames.Hook, Parameters.IsEmpty: true, Arity: 0 } hook =>
            !IsPartial(hook) || hook.IsStatic || !hook.ReturnsVoid,
        not IMethodSymbol when member.Name == EncodeableNames.Hook => true,
        IMethodSymbol method =>
            method.ExplicitInterfaceImplementations.Any(
                implemented => EncodeableNames.IsInterface(implemented.ContainingType))
                && method.AssociatedSymbol is null,
        IPropertySymbol property =>
            property.ExplicitInterfaceImplementations.Any(
                implemented => EncodeableNames.IsInterface(implemented.ContainingType)),
        _ => false,
    };

    // The property is reported, once.
    private bool IsAccessorOfWritten(ISymbol member) =>
        member is IMethodSymbol { AssociatedSymbol: { } owner } && IsWrittenByGenerator(owner);

    private static bool IsPartial(IMethodSymbol method) =>
        method.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is MethodDeclarationSyntax declaration
            && declaration.Modifiers.Any(SyntaxKind.PartialKeyword));

    private void CheckCycle()
    {
        if (NestedCycle.Find(_type, _compilation) is var (member, path))
            Report(EncodeableDiagnostics.NestedCycle, member.Location, path, member.Symbol.Name);
    }

    // The reset of a base class assigns its properties, and so calls the accessors that override them.
    private void CheckOverrides()
    {
        foreach (IPropertySymbol property in TypeAndBases()
            .TakeWhile(type => ReferenceEquals(type, _type) || EncodeableNames.FindAttribute(type) is null)
            .SelectMany(static type => type.GetMembers().OfType<IPropertySymbol>()))
        {
            if (property is not { SetMethod: not null, OverriddenProperty: not null }
                || StoredMember.IsAutoProperty(property))
            {
                continue;
            }

            for (IPropertySymbol? hidden = property.OverriddenProperty;
                hidden is not null;
                hidden = hidden.OverriddenProperty)
            {
                if (EncodeableNames.FindAttribute(hidden.ContainingType) is not null && IsReset(hidden))
                {
                    Report(EncodeableDiagnostics.HiddenStorage, property.Locations.FirstOrDefault() ?? Location,
                        $"{hidden.ContainingType.Name}.{hidden.Name}",
                        $"a reset calls the accessors that override it in '{property.ContainingType.Name}'");
                }
            }
        }
    }

    private static bool IsReset(IPropertySymbol property) => StoredMember.Find(property) is { IsKept: false };

    private void CheckKeeps()
    {
        HashSet<ISymbol> stored = new(
            StoredMember.Of(_type).Select(member => member.Symbol), SymbolEqualityComparer.Default);
        foreach (ISymbol member in _type.GetMembers())
        {
            if (member is not (IFieldSymbol or IPropertySymbol or IEventSymbol) || member.IsImplicitlyDeclared
                || stored.Contains(member))
            {
                continue;
            }

            if (EncodeableNames.FindCount(member) is not null)
            {
                Report(EncodeableDiagnostics.RentsNothing, member.Locations.FirstOrDefault() ?? Location, member.Name,
                    member.IsStatic ? ": it is static" : ": it stores nothing");
            }

            if (EncodeableNames.FindKeep(member) is not null)
            {
                Report(EncodeableDiagnostics.KeepsNothing, member.Locations.FirstOrDefault() ?? Location, member.Name,
                    member.IsStatic ? "static members are never reset" : "it stores nothing");
            }
        }
    }
}
