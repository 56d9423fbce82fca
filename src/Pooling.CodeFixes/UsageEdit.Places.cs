using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.CodeFixes;

/// <content>The places where a change would not compile, or would do something else.</content>
internal sealed partial class UsageEdit
{
    /// <summary>Whether an expression can be evaluated before the statement or body that holds it: that evaluates it
    /// once, in any case, and sets nothing that it reads.</summary>
    private bool CanMoveBefore(SyntaxNode owner, SyntaxNode evaluated)
    {
        for (SyntaxNode each = place; each != owner && each.Parent is { } parent; each = parent)
        {
            bool isAlways = parent switch
            {
                ConditionalAccessExpressionSyntax access => each == access.Expression,
                ConditionalExpressionSyntax choice => each == choice.Condition,
                SwitchExpressionSyntax choice => each == choice.GoverningExpression,
                BinaryExpressionSyntax binary => each == binary.Left
                    || !(binary.IsKind(SyntaxKind.LogicalAndExpression) || binary.IsKind(SyntaxKind.LogicalOrExpression)
                        || binary.IsKind(SyntaxKind.CoalesceExpression)),
                AssignmentExpressionSyntax assignment => each == assignment.Left
                    || !assignment.IsKind(SyntaxKind.CoalesceAssignmentExpression),
                QueryExpressionSyntax => false,
                _ => true,
            };
            if (!isAlways)
                return false;
        }

        DataFlowAnalysis? whole = evaluated is StatementSyntax statement
            ? model.AnalyzeDataFlow(statement)
            : model.AnalyzeDataFlow(evaluated);
        return whole is { Succeeded: true } && model.AnalyzeDataFlow(place) is { Succeeded: true } part
            && !part.ReadInside.Except(part.WrittenInside, SymbolEqualityComparer.Default)
                .Intersect(whole.WrittenInside, SymbolEqualityComparer.Default).Any();
    }

    /// <summary>Returns the expression in parentheses, casts and assignments to <c>_</c>.</summary>
    private static ExpressionSyntax WithoutDiscard(ExpressionSyntax expression) => expression switch
    {
        ParenthesizedExpressionSyntax parentheses => WithoutDiscard(parentheses.Expression),
        CastExpressionSyntax cast => WithoutDiscard(cast.Expression),
        AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } } assignment =>
            WithoutDiscard(assignment.Right),
        _ => expression,
    };

    /// <summary>Whether a variable gets another value after its declaration.</summary>
    private bool IsWrittenLater(StatementSyntax declaration, VariableDeclaratorSyntax declarator) =>
        model.GetDeclaredSymbol(declarator) is not { } local
        || model.AnalyzeDataFlow(declaration) is not { Succeeded: true } flow
        || flow.WrittenOutside.Contains(local, SymbolEqualityComparer.Default);

    /// <summary>Gets whether the language has declarations with <c>using</c>, and <c>await using</c>.</summary>
    private bool HasNewUsing =>
        model.SyntaxTree.Options is CSharpParseOptions { LanguageVersion: >= LanguageVersion.CSharp8 };

    private bool CanDeclare() => HasNewUsing && (!isAsync || IsInAsync());

    private bool IsInAsync() => IsAsync() && !ForbidsAwait(place);

    private bool IsAsync()
    {
        foreach (SyntaxNode node in place.Ancestors())
        {
            switch (node)
            {
                case AnonymousFunctionExpressionSyntax lambda:
                    return lambda.AsyncKeyword.RawKind != 0;
                case LocalFunctionStatementSyntax function:
                    return function.Modifiers.Any(SyntaxKind.AsyncKeyword);
                case MethodDeclarationSyntax method:
                    return method.Modifiers.Any(SyntaxKind.AsyncKeyword);
                case GlobalStatementSyntax:
                    return true;
                case MemberDeclarationSyntax or AccessorDeclarationSyntax:
                    return false;
            }
        }

        return false;
    }

    /// <summary>Whether a place is locked, or unsafe.</summary>
    private static bool ForbidsAwait(SyntaxNode place)
    {
        bool isInFunction = true;
        foreach (SyntaxNode node in place.Ancestors())
        {
            switch (node)
            {
                case UnsafeStatementSyntax:
                case LockStatementSyntax when isInFunction:
                case MemberDeclarationSyntax member when member.Modifiers.Any(SyntaxKind.UnsafeKeyword):
                case LocalFunctionStatementSyntax local when local.Modifiers.Any(SyntaxKind.UnsafeKeyword):
                    return true;
                case AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax:
                    isInFunction = false;
                    break;
            }
        }

        return false;
    }
}
