using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using static Pooling.Analyzers.Encodeables.OperationTraits;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads which members of a class the constructors of its base classes may set: they can only call what the
/// class overrides.</summary>
/// <remarks>A call is followed to the method that runs in an object of the class. Where that is not known, all
/// overrides may run. A constructor of another assembly is not read.</remarks>
internal sealed class OverrideReader
{
    private readonly INamedTypeSymbol _type;
    private readonly Func<SyntaxTree, SemanticModel> _models;
    private readonly HashSet<ISymbol> _touched = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _seen = new(SymbolEqualityComparer.Default);
    private readonly Stack<IMethodSymbol> _waiting = new();
    private readonly List<IMethodSymbol> _overrides;

    private OverrideReader(INamedTypeSymbol type, Func<SyntaxTree, SemanticModel> models)
    {
        _type = type;
        _models = models;
        _overrides = [.. OwnTypes().SelectMany(static each => each.GetMembers()).OfType<IMethodSymbol>()
            .Where(static method => method.OverriddenMethod is not null && !IsOfObject(method))];
    }

    /// <summary>Whether a member of a base class with a reset of its own gets another value: an override sets it, or a
    /// constructor assigns the result of an override to it.</summary>
    internal bool SetsInherited { get; private set; }

    internal static OverrideReader Read(INamedTypeSymbol type, IMethodSymbol constructor,
        Func<SyntaxTree, SemanticModel> models, CancellationToken cancellation)
    {
        OverrideReader reader = new(type, models);
        if (reader._overrides.Count == 0)
            return reader;

        // Constructors that call each other in a circle are an error of the compiler.
        IMethodSymbol? next = reader.BaseOf(constructor);
        while (next is not null && reader.Wait(next))
            next = reader.BaseOf(next);

        while (reader._waiting.Count > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            reader.ReadBody(reader._waiting.Pop());
        }

        return reader;
    }

    /// <summary>Whether a constructor of a base class may have set a member.</summary>
    internal bool MaySet(ISymbol member) => _touched.Contains(member.OriginalDefinition);

    // The class, and its base classes whose members its own reset restores.
    private IEnumerable<INamedTypeSymbol> OwnTypes()
    {
        for (INamedTypeSymbol? each = _type;
            each is not null && (ReferenceEquals(each, _type) || EncodeableNames.FindAttribute(each) is null);
            each = each.BaseType)
        {
            yield return each;
        }
    }

    private static bool IsOfObject(IMethodSymbol method)
    {
        while (method.OverriddenMethod is { } overridden)
            method = overridden;

        return method.ContainingType.SpecialType == SpecialType.System_Object;
    }

    private IMethodSymbol? BaseOf(IMethodSymbol constructor)
    {
        SyntaxNode? call = SyntaxOf(constructor) switch
        {
            ConstructorDeclarationSyntax { Initializer: { } initializer } => initializer,
            TypeDeclarationSyntax { BaseList.Types: [PrimaryConstructorBaseTypeSyntax primary, ..] } => primary,
            _ => null,
        };
        return call is not null
            ? _models(call.SyntaxTree).GetSymbolInfo(call).Symbol as IMethodSymbol
            : constructor.ContainingType.BaseType?.InstanceConstructors.OrderBy(static each => each.Parameters.Length)
                .FirstOrDefault(static each =>
                    each.Parameters.All(static parameter => parameter.IsOptional || parameter.IsParams));
    }

    private SyntaxNode? SyntaxOf(IMethodSymbol method)
    {
        IMethodSymbol written = method.PartialImplementationPart ?? method;
        return SymbolEqualityComparer.Default.Equals(written.ContainingAssembly, _type.ContainingAssembly)
            ? written.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax()
            : null;
    }

    private bool IsOwn(ISymbol member) => OwnTypes().Any(each => SymbolEqualityComparer.Default.Equals(
        each.OriginalDefinition, member.ContainingType.OriginalDefinition));

    private bool IsRestoredByBase(ISymbol member) => !IsOwn(member) && !StoredMember.Keeps(member);

    // Not one that is only set by the constructor.
    private static bool IsValue(ISymbol member) => member switch
    {
        IPropertySymbol { SetMethod: not null } property => TypeTraits.IsImmutable(property.Type),
        IFieldSymbol { IsReadOnly: false } field => TypeTraits.IsImmutable(field.Type),
        _ => false,
    };

    /// <summary>Whether it is the result of what the class overrides.</summary>
    private bool IsOfClass(IOperation operation) => operation switch
    {
        IInvocationOperation { IsVirtual: true } call => IsThis(call.Instance) && IsOwn(Dispatch(call.TargetMethod)),
        IPropertyReferenceOperation { Instance: { } instance } reference => IsThis(instance)
            && instance.Syntax is not BaseExpressionSyntax && IsOwn(Dispatch(reference.Property)),
        _ => false,
    };

    private bool Wait(IMethodSymbol method)
    {
        bool isNew = _seen.Add(method.OriginalDefinition);
        if (isNew)
            _waiting.Push(method.OriginalDefinition);

        return isNew;
    }

    private void WaitForOverrides()
    {
        foreach (IMethodSymbol each in _overrides)
            Wait(each);
    }

    private void ReadBody(IMethodSymbol method)
    {
        if (method is { MethodKind: MethodKind.PropertySet, AssociatedSymbol: IPropertySymbol owner }
            && ConstructorReader.HasStorage(owner))
        {
            // Other values cannot be taken from a new object: that would be an error, although nobody may call it.
            if (TypeTraits.IsImmutable(owner.Type))
                _touched.Add(owner.OriginalDefinition);

            return;
        }

        if (SyntaxOf(method) is not { } node)
        {
            if (!CallsNothing(method))
                WaitForOverrides();

            return;
        }

        if (node is TypeDeclarationSyntax || _models(node.SyntaxTree).GetOperation(node) is not { } body)
            return;

        bool isOwn = IsOwn(method);
        foreach (IOperation each in Evaluated(body))
        {
            switch (each)
            {
                case IInvocationOperation call when IsThis(call.Instance):
                    Wait(call.IsVirtual ? Dispatch(call.TargetMethod) : call.TargetMethod);
                    break;
                case IMemberReferenceOperation { Instance: { } instance } reference when IsThis(instance):
                    ReadReference(reference, instance.Syntax is BaseExpressionSyntax, isOwn);
                    break;
                case { Parent: not (IMemberReferenceOperation or IInvocationOperation) } when IsThis(each):
                    WaitForOverrides(); // whoever gets the object may call any of them
                    break;
                case ISimpleAssignmentOperation { Target: IMemberReferenceOperation target } assignment
                    when method.MethodKind == MethodKind.Constructor && IsThis(target.Instance):
                    SetsInherited |= IsValue(target.Member) && IsRestoredByBase(target.Member)
                        && Evaluated(assignment.Value).Any(IsOfClass);
                    break;
            }
        }
    }

    // Without a body that can be read.
    private static bool CallsNothing(IMethodSymbol method) =>
        method.IsImplicitlyDeclared || method.IsAbstract || method.MethodKind == MethodKind.Constructor
        || method.ContainingType.SpecialType == SpecialType.System_Object || StoredMember.IsWrittenByCompiler(method);

    private void ReadReference(IMemberReferenceOperation reference, bool isBase, bool isOwn)
    {
        ISymbol member = isBase ? reference.Member : Dispatch(reference.Member);
        if (member is IMethodSymbol method)
        {
            Wait(method);
        }
        else if (ConstructorReader.HasStorage(member))
        {
            _touched.Add(member.OriginalDefinition);
            SetsInherited |= isOwn && IsSet(reference) && IsRestoredByBase(member);
        }
        else
        {
            ISymbol?[] accessors = member switch
            {
                IPropertySymbol property => [property.GetMethod, property.SetMethod],
                IEventSymbol @event => [@event.AddMethod, @event.RemoveMethod],
                _ => [],
            };
            foreach (IMethodSymbol accessor in accessors.OfType<IMethodSymbol>())
                Wait(accessor);
        }
    }

    private static bool IsSet(IOperation reference) => reference.Parent switch
    {
        IAssignmentOperation assignment => ReferenceEquals(assignment.Target, reference),
        IArgumentOperation argument => argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out,
        IIncrementOrDecrementOperation or ITupleOperation => true,
        _ => false,
    };

    /// <summary>Returns the member that an object of the class has in place of a virtual one.</summary>
    private T Dispatch<T>(T member)
        where T : class, ISymbol
    {
        if (!member.IsVirtual && !member.IsAbstract && !member.IsOverride)
            return member;

        for (INamedTypeSymbol? each = _type; each is not null; each = each.BaseType)
        {
            foreach (ISymbol candidate in each.GetMembers(member.Name))
            {
                for (ISymbol? next = candidate; next is not null; next = OverriddenBy(next))
                {
                    if (SymbolEqualityComparer.Default.Equals(next.OriginalDefinition, member.OriginalDefinition))
                        return (T)candidate;
                }
            }
        }

        return member;
    }

    private static ISymbol? OverriddenBy(ISymbol member) => member switch
    {
        IMethodSymbol method => method.OverriddenMethod,
        IPropertySymbol property => property.OverriddenProperty,
        IEventSymbol @event => @event.OverriddenEvent,
        _ => null,
    };
}
