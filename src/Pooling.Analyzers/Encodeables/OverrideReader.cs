using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using static Pooling.Analyzers.Encodeables.OperationTraits;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads what the constructors of base classes do to an object of a class: they call what the class
/// overrides.</summary>
/// <remarks>A call is followed to the method that runs in an object of the class. Where that is not known, all
/// overrides may run. A constructor of another assembly is not read.</remarks>
internal sealed class OverrideReader
{
    private readonly INamedTypeSymbol _type;
    private readonly Func<SyntaxTree, SemanticModel> _models;
    private readonly HashSet<ISymbol> _ownTypes;
    private readonly List<IMethodSymbol> _overrides;
    private readonly HashSet<ISymbol> _touched = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _seen = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _seenForClass = new(SymbolEqualityComparer.Default);
    private readonly Stack<(IMethodSymbol Method, bool IsForClass)> _waiting = new();

    private ISymbol? _setForClass;
    private ISymbol? _computed;
    private bool _dependsOnClass;

    private OverrideReader(INamedTypeSymbol type, Func<SyntaxTree, SemanticModel> models)
    {
        _type = type;
        _models = models;
        INamedTypeSymbol[] own = [.. OwnTypes()];
        _ownTypes = new(own.Select(static each => each.OriginalDefinition), SymbolEqualityComparer.Default);
        _overrides = [.. own.SelectMany(static each => each.GetMembers()).OfType<IMethodSymbol>()
            .Where(static method => method.OverriddenMethod is not null && !IsOfObject(method))];
    }

    /// <summary>A member to which the reset of a base class may give another value than it has in a new object: what
    /// only objects of this class do has set it, or it was computed from that.</summary>
    internal ISymbol? Inherited => _setForClass ?? (_dependsOnClass ? _computed : null);

    internal static OverrideReader Read(INamedTypeSymbol type, IMethodSymbol constructor,
        Func<SyntaxTree, SemanticModel> models, CancellationToken cancellation)
    {
        OverrideReader reader = new(type, models);

        // Constructors that call each other in a circle are an error of the compiler.
        IMethodSymbol? next = reader.BaseOf(constructor);
        while (next is not null && reader.Wait(next, isForClass: false))
            next = reader.BaseOf(next);

        while (reader._waiting.Count > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            (IMethodSymbol method, bool isForClass) = reader._waiting.Pop();
            reader.ReadBody(method, isForClass);
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

    private bool IsOwn(ISymbol member) => _ownTypes.Contains(member.ContainingType.OriginalDefinition);

    private bool Wait(IMethodSymbol method, bool isForClass)
    {
        bool isNew = (isForClass ? _seenForClass : _seen).Add(method.OriginalDefinition);
        if (isNew)
            _waiting.Push((method.OriginalDefinition, isForClass));

        return isNew;
    }

    private void WaitForOverrides()
    {
        foreach (IMethodSymbol each in _overrides)
            Wait(each, isForClass: true);
    }

    private IOperation? BodyOf(IMethodSymbol method) =>
        SyntaxOf(method) is { } node and not TypeDeclarationSyntax ? _models(node.SyntaxTree).GetOperation(node) : null;

    private void ReadBody(IMethodSymbol method, bool isForClass)
    {
        if (method.AssociatedSymbol is { } owner && ConstructorReader.HasStorage(owner))
        {
            // A value that cannot change is only set.
            if (method.MethodKind != MethodKind.PropertyGet || !TypeTraits.IsImmutable(method.ReturnType))
                _touched.Add(owner.OriginalDefinition);

            return;
        }

        if (SyntaxOf(method) is null && !CallsNothing(method))
            WaitForOverrides();

        if (BodyOf(method) is not { } body)
            return;

        Code code = new(method, isForClass || IsOwn(method), PassesOn(body, method), !ReturnsEarly(body));
        foreach (IOperation each in Evaluated(body))
        {
            switch (each)
            {
                case IInvocationOperation call when IsThis(call.Instance):
                    Follow(call.IsVirtual ? Dispatch(call.TargetMethod) : call.TargetMethod, call, code);
                    break;
                case IMemberReferenceOperation reference when IsThis(reference.Instance):
                    ReadReference(reference, code);
                    break;
                case { Parent: not (IMemberReferenceOperation or IInvocationOperation) } when IsThis(each):
                    WaitForOverrides(); // whoever gets the object may call any of them
                    _dependsOnClass |= !code.IsForClass && each.Parent is not IReturnOperation && IsUsed(each);
                    break;
            }
        }
    }

    // Without a body that can be read.
    private static bool CallsNothing(IMethodSymbol method) =>
        method.IsImplicitlyDeclared || method.IsAbstract || method.MethodKind == MethodKind.Constructor
        || method.ContainingType.SpecialType == SpecialType.System_Object || StoredMember.IsWrittenByCompiler(method);

    private void Follow(IMethodSymbol target, IOperation use, Code code)
    {
        Wait(target, code.IsForClass && !(code.PassesOn && IsPassedOn(use, code.Method)));
        if (code.IsForClass)
            return;

        bool isOfObject = target.ContainingType.SpecialType == SpecialType.System_Object; // GetType() and the like
        _dependsOnClass |= (isOfObject || IsOwn(target)) && IsUsed(use);

        // In an object of the base class, the overridden method runs.
        for (IMethodSymbol next = target; IsOwn(next) && next.OverriddenMethod is { } replaced; next = replaced)
        {
            if (SyntaxOf(replaced) is not null && !(BodyOf(next) is { } body && PassesOn(body, next)))
                Wait(replaced, isForClass: true);
        }
    }

    private void ReadReference(IMemberReferenceOperation reference, Code code)
    {
        ISymbol member = IsBase(reference.Instance) ? reference.Member : Dispatch(reference.Member);
        if (member is IMethodSymbol method)
        {
            Follow(method, reference, code);
        }
        else if (ConstructorReader.HasStorage(member))
        {
            _touched.Add(member.OriginalDefinition);
            ReadStored(member, reference, code);
        }
        else
        {
            bool isAssigned = reference.Parent is ISimpleAssignmentOperation assignment
                && ReferenceEquals(assignment.Target, reference);
            ISymbol?[] accessors = member switch
            {
                IPropertySymbol property when isAssigned => [SetterOf(property) ?? GetterOf(property)],
                IPropertySymbol property => [GetterOf(property), IsSet(reference) ? SetterOf(property) : null],
                IEventSymbol @event => [@event.AddMethod, @event.RemoveMethod],
                _ => [],
            };
            foreach (IMethodSymbol accessor in accessors.OfType<IMethodSymbol>())
                Follow(accessor, isAssigned ? reference.Parent! : reference, code);
        }
    }

    // An override can leave one to the overridden property.
    private static IMethodSymbol? GetterOf(IPropertySymbol? property) =>
        property is null ? null : property.GetMethod ?? GetterOf(property.OverriddenProperty);

    private static IMethodSymbol? SetterOf(IPropertySymbol? property) =>
        property is null ? null : property.SetMethod ?? SetterOf(property.OverriddenProperty);

    private void ReadStored(ISymbol member, IMemberReferenceOperation reference, Code code)
    {
        if (IsOwn(member))
            _dependsOnClass |= !code.IsForClass && !IsSet(reference) && IsUsed(reference);
        else if (!IsRestored(member))
            return;
        else if (!code.IsForClass)
            _computed ??= IsSet(reference) && !IsGiven(reference, code) ? member : null;
        else if (MayChange(reference) && !(code.PassesOn && IsPassedOn(reference.Parent, code.Method)))
            _setForClass ??= member;
    }

    // Members that are kept, and read-only ones that cannot change, are left alone.
    private static bool IsRestored(ISymbol member) => !StoredMember.Keeps(member) && member switch
    {
        IPropertySymbol { SetMethod: null } property => !TypeTraits.IsImmutable(property.Type),
        IFieldSymbol { IsReadOnly: true } field => !TypeTraits.IsImmutable(field.Type),
        _ => true,
    };

    /// <summary>Whether a member gets a value that is the same in objects of all classes.</summary>
    private static bool IsGiven(IMemberReferenceOperation reference, Code code) =>
        code.RunsToItsEnd && reference.Parent is ISimpleAssignmentOperation assignment && IsOfBody(assignment)
        && ReferenceEquals(assignment.Target, reference)
        && !Evaluated(assignment.Value).Any(each => IsThis(each) || each is ILocalReferenceOperation
            || (each is IParameterReferenceOperation && code.Method.MethodKind != MethodKind.Constructor));

    /// <summary>Whether the value of a member may be computed from what an operation returns.</summary>
    private bool IsUsed(IOperation operation)
    {
        for (IOperation? next = operation; next is not null; next = next.Parent)
        {
            switch (next)
            {
                case IInvocationOperation call when !ReferenceEquals(next, operation) && IsThis(call.Instance):
                case IInvocationOperation changing when changing.Arguments.Any(static argument =>
                    argument.Parameter?.RefKind is RefKind.Ref or RefKind.Out):
                    return true;
                case IAssignmentOperation assignment when !ReferenceEquals(next, operation):
                    return IsUsedBy(assignment);
                case IExpressionStatementOperation:
                    return false;
            }
        }

        return true;
    }

    // Not by a member that its own class resets, or that is kept.
    private bool IsUsedBy(IAssignmentOperation assignment) => assignment is not ISimpleAssignmentOperation
        || assignment.Target switch
        {
            IDiscardOperation => false,
            IMemberReferenceOperation target when IsThis(target.Instance)
                && ConstructorReader.HasStorage(target.Member) => !IsOwn(target.Member) && IsRestored(target.Member),
            _ => true,
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

    /// <summary>The code of a method.</summary>
    /// <param name="Method">The method.</param>
    /// <param name="IsForClass">Whether it runs, or runs in this way, in objects of the class only.</param>
    /// <param name="PassesOn">Whether it calls what it overrides with its own arguments.</param>
    /// <param name="RunsToItsEnd">Whether it does not return before its end.</param>
    private readonly record struct Code(IMethodSymbol Method, bool IsForClass, bool PassesOn, bool RunsToItsEnd);
}
