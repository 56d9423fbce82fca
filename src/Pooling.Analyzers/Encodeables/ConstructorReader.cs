using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads what the parameterless constructor does to the members.</summary>
/// <remarks>A constructor that only assigns values that do not depend on the object is equivalent to initializers, and
/// is read as such. For any other constructor, it is only known which members it may have set.</remarks>
internal sealed class ConstructorReader
{
    private readonly Dictionary<ISymbol, ExpressionSyntax> _assignments = new(SymbolEqualityComparer.Default);
    private readonly HashSet<ISymbol> _touched = new(SymbolEqualityComparer.Default);
    private bool _touchesAny;
    private bool _passesArguments;

    private ConstructorReader(IMethodSymbol constructor) => Constructor = constructor;

    internal IMethodSymbol Constructor { get; }

    /// <summary>Whether it only assigns values that do not depend on the object.</summary>
    internal bool IsPlain { get; private set; } = true;

    /// <summary>The members that a plain constructor assigns, with the last value of each.</summary>
    internal IReadOnlyDictionary<ISymbol, ExpressionSyntax> Assignments => _assignments;

    internal static ConstructorReader Read(IMethodSymbol constructor, Func<SyntaxTree, SemanticModel> models)
    {
        SyntaxNode? node = (constructor.PartialImplementationPart
            ?? constructor).DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax();
        if (node is not ConstructorDeclarationSyntax declaration)
        {
            bool passes = node is TypeDeclarationSyntax
            {
                BaseList.Types: [PrimaryConstructorBaseTypeSyntax { ArgumentList.Arguments.Count: > 0 }, ..]
            };
            return new ConstructorReader(constructor) { IsPlain = !passes, _passesArguments = passes };
        }

        ConstructorReader reader = new(constructor);
        SemanticModel model = models(declaration.SyntaxTree);
        if (declaration.Initializer is { } initializer
            && (initializer.IsKind(SyntaxKind.ThisConstructorInitializer)
                || initializer.ArgumentList.Arguments.Count > 0))
        {
            reader.IsPlain = false;
            reader._passesArguments = true;
            reader._touchesAny = initializer.IsKind(SyntaxKind.ThisConstructorInitializer);
        }

        if (declaration.ExpressionBody is { } arrow)
            reader.ReadStatement(arrow.Expression, model);
        else if (declaration.Body is { } body)
            reader.ReadBody(body, model);

        return reader;
    }

    /// <summary>Whether a constructor that is not plain may have set a member.</summary>
    internal bool MaySet(ISymbol member) => !IsPlain && (_touchesAny || _touched.Contains(member));

    /// <summary>Whether a constructor that is not plain may have set a member of the base class.</summary>
    internal bool MaySetInherited(INamedTypeSymbol type) => !IsPlain
        && (_touchesAny || _passesArguments
            || _touched.Any(member => !SymbolEqualityComparer.Default.Equals(member.ContainingType, type)
                && !StoredMember.Keeps(member)));

    private void ReadBody(BlockSyntax body, SemanticModel model)
    {
        foreach (StatementSyntax statement in body.Statements)
        {
            if (statement is ExpressionStatementSyntax { Expression: var expression })
                ReadStatement(expression, model);
            else if (statement is not EmptyStatementSyntax)
                ReadCode(statement, model);
        }
    }

    private void ReadStatement(ExpressionSyntax expression, SemanticModel model)
    {
        if (model.GetOperation(expression) is ISimpleAssignmentOperation
            {
                IsRef: false,
                Target: IMemberReferenceOperation target,
            }
            && OperationTraits.IsThis(target.Instance)
            && expression is AssignmentExpressionSyntax { Right: var value }
            && HasStorage(target.Member)
            && IsClosed(value, model))
        {
            _assignments[target.Member] = value;
            _touched.Add(target.Member);
        }
        else
        {
            ReadCode(expression, model);
        }
    }

    private void ReadCode(SyntaxNode code, SemanticModel model)
    {
        IsPlain = false;
        if (model.GetOperation(code) is not { } operation)
        {
            _touchesAny = true;
            return;
        }

        foreach (IOperation each in OperationTraits.Evaluated(operation))
        {
            if (each is IMemberReferenceOperation reference && OperationTraits.IsThis(reference.Instance)
                && HasStorage(reference.Member))
            {
                _touched.Add(reference.Member);
            }
            else if (OperationTraits.IsThis(each) && !IsReceiverOfStorage(each))
            {
                _touchesAny = true;
            }
        }
    }

    /// <summary>Whether an expression means the same in a static method.</summary>
    internal static bool IsClosed(ExpressionSyntax expression, SemanticModel model)
    {
        // Array initializers without "new" and similar expressions have no operation.
        return model.GetOperation(expression) is { } operation && OperationTraits.Evaluated(operation).All(each =>
            each switch
            {
                IInstanceReferenceOperation => !OperationTraits.IsThis(each),
                IParameterReferenceOperation parameter => IsDeclaredIn(expression, parameter.Parameter),
                ILocalReferenceOperation local => IsDeclaredIn(expression, local.Local),
                _ => true,
            });
    }

    private static bool IsDeclaredIn(ExpressionSyntax expression, ISymbol symbol) =>
        symbol.DeclaringSyntaxReferences.FirstOrDefault() is { } reference
            && expression.SyntaxTree == reference.SyntaxTree
        && expression.Span.Contains(reference.Span);

    private static bool IsReceiverOfStorage(IOperation instance) =>
        instance.Parent is IMemberReferenceOperation reference && reference.Instance == instance
            && HasStorage(reference.Member);

    /// <summary>Whether setting the member only stores the value.</summary>
    internal static bool HasStorage(ISymbol member) => member switch
    {
        IFieldSymbol => true,
        IPropertySymbol property => StoredMember.IsAutoProperty(property) || StoredMember.IsCompiled(property),
        IEventSymbol @event => StoredMember.IsFieldLike(@event),
        _ => false,
    };
}
