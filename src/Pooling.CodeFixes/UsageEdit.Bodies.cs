using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace Pooling.CodeFixes;

/// <content>The surroundings of a change: blocks, sections of a <c>switch</c>, top-level statements, bodies that are an
/// expression, and methods that become asynchronous.</content>
internal sealed partial class UsageEdit
{
    /// <summary>Replaces a statement by others, where statements can stand.</summary>
    private SyntaxNode? ReplaceStatement(StatementSyntax old, IReadOnlyList<StatementSyntax> parts)
    {
        List<StatementSyntax> changed =
        [
            .. parts.Select(static part => part.WithoutLeadingTrivia().WithLeadingTrivia(ElasticMarker)
                .WithTrailingTrivia(ElasticLineFeed).WithAdditionalAnnotations(Formatter.Annotation)),
        ];
        changed[0] = changed[0].WithLeadingTrivia(old.GetLeadingTrivia());
        changed[changed.Count - 1] = changed[changed.Count - 1].WithTrailingTrivia(old.GetTrailingTrivia());
        switch (old.Parent)
        {
            case BlockSyntax:
                return root.ReplaceNode(old, changed);

            case GlobalStatementSyntax global:
                return root.ReplaceNode(global, changed.Select(static each => GlobalStatement(each)));

            // A declaration with 'using' needs a block there, which hides the variables of the section from others.
            case SwitchSectionSyntax section when !IsUsedOutside(section):
                SyntaxList<StatementSyntax> statements = section.Statements;
                int index = statements.IndexOf(old);
                BlockSyntax block = Block(statements.RemoveAt(index).InsertRange(index, changed));
                return Replace(section, section.WithStatements(SingletonList<StatementSyntax>(block)));

            default:
                return null;
        }
    }

    /// <summary>Makes the body of a loop or a condition that gets a lease a statement with <c>using</c>.</summary>
    private SyntaxNode? Wrap()
    {
        if (isAsync && !CanDeclare())
            return null;

        switch (place.Ancestors().FirstOrDefault(static each => each is StatementSyntax))
        {
            case ForEachStatementSyntax loop when !loop.Statement.FullSpan.Contains(place.SpanStart):
                return Replace(loop, loop.WithStatement(Wrapped(loop.Identifier, loop.Statement)));
            case WhileStatementSyntax loop when loop.Condition == place && VariableOf(place) is { } variable:
                return Replace(loop, loop.WithStatement(Wrapped(variable, loop.Statement)));
            case IfStatementSyntax condition when condition.Condition == place && VariableOf(place) is { } variable:
                return Replace(condition, condition.WithStatement(Wrapped(variable, condition.Statement)));
            default:
                return null;
        }
    }

    private UsingStatementSyntax Wrapped(SyntaxToken variable, StatementSyntax body)
    {
        UsingStatementSyntax statement = UsingStatement(body)
            .WithExpression(IdentifierName(variable.WithoutTrivia())).WithTriviaFrom(body);
        return isAsync
            ? statement.WithAwaitKeyword(Token(SyntaxKind.AwaitKeyword).WithTrailingTrivia(Space))
            : statement;
    }

    private static SyntaxToken? VariableOf(ExpressionSyntax call) =>
        (call as InvocationExpressionSyntax)?.ArgumentList.Arguments
            .FirstOrDefault(static each => each.RefKindKeyword.IsKind(SyntaxKind.OutKeyword))?.Expression switch
        {
            DeclarationExpressionSyntax { Designation: SingleVariableDesignationSyntax declared } =>
                declared.Identifier,
            IdentifierNameSyntax name => name.Identifier,
            _ => null,
        };

    private bool IsUsedOutside(SwitchSectionSyntax section)
    {
        DataFlowAnalysis? flow = model.AnalyzeDataFlow(section.Statements.First(), section.Statements.Last());
        return flow is not { Succeeded: true } || flow.VariablesDeclared.Any(variable =>
            flow.ReadOutside.Contains(variable, SymbolEqualityComparer.Default)
            || flow.WrittenOutside.Contains(variable, SymbolEqualityComparer.Default));
    }

    /// <summary>Makes a block of a body that is an expression, with the lease in a variable.</summary>
    private SyntaxNode? SplitBody(SyntaxNode owner, string name)
    {
        ExpressionSyntax? body = owner is ArrowExpressionClauseSyntax arrow
            ? arrow.Expression
            : ((AnonymousFunctionExpressionSyntax)owner).ExpressionBody;
        SyntaxNode function = owner is ArrowExpressionClauseSyntax ? owner.Parent! : owner;
        if (body is null or RefExpressionSyntax || IsExpressionTree(function) || !CanMoveBefore(owner, body)
            || !TryFindReturn(function, out bool returns))
        {
            return null;
        }

        ExpressionSyntax rest = body.ReplaceNode(place, IdentifierName(name).WithTriviaFrom(place)).WithoutTrivia();
        BlockSyntax block = Block(Declare(name, place).WithTrailingTrivia(ElasticLineFeed),
            returns ? ReturnStatement(rest) : ExpressionStatement(rest));
        return WithBody(function, block) is { } changed ? Replace(function, changed.WithTriviaFrom(function)) : null;
    }

    private bool IsExpressionTree(SyntaxNode function) => function is AnonymousFunctionExpressionSyntax
        && model.GetTypeInfo(function).ConvertedType is { Name: "Expression" };

    /// <summary>Whether a statement returns a task that nothing awaits before the lease would end.</summary>
    private bool ReturnsTask(ReturnStatementSyntax returned) =>
        FunctionOf(returned) is { } function and not GlobalStatementSyntax && !TryFindReturn(function, out _);

    private static SyntaxNode? FunctionOf(StatementSyntax statement) =>
        statement.Ancestors().FirstOrDefault(static each => each is MemberDeclarationSyntax
            or LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax or AccessorDeclarationSyntax);

    /// <summary>Detects whether a function returns a value.</summary>
    /// <returns><see langword="false"/> if it returns a task that it does not await: the lease would end
    /// before.</returns>
    private bool TryFindReturn(SyntaxNode function, out bool returns)
    {
        var method = function is AnonymousFunctionExpressionSyntax
            ? model.GetSymbolInfo(function).Symbol as IMethodSymbol
            : model.GetDeclaredSymbol(function) as IMethodSymbol;
        if (method is null)
        {
            returns = function is BasePropertyDeclarationSyntax;
            return returns && model.GetDeclaredSymbol(function) is not IPropertySymbol
            {
                Type.Name: "Task" or "ValueTask"
            };
        }

        bool isTask = method.ReturnType is { Name: "Task" or "ValueTask" };
        returns = !method.ReturnsVoid && !(method.IsAsync && method.ReturnType is INamedTypeSymbol { Arity: 0 });
        return method.IsAsync || !isTask;
    }

    private static SyntaxNode? WithBody(SyntaxNode function, BlockSyntax block) => function switch
    {
        BaseMethodDeclarationSyntax method =>
            method.WithExpressionBody(null).WithSemicolonToken(default).WithBody(block),
        LocalFunctionStatementSyntax local =>
            local.WithExpressionBody(null).WithSemicolonToken(default).WithBody(block),
        AccessorDeclarationSyntax accessor =>
            accessor.WithExpressionBody(null).WithSemicolonToken(default).WithBody(block),
        PropertyDeclarationSyntax property => property.WithExpressionBody(null).WithSemicolonToken(default)
            .WithAccessorList(
                AccessorList(SingletonList(AccessorDeclaration(SyntaxKind.GetAccessorDeclaration, block)))),
        ParenthesizedLambdaExpressionSyntax lambda => lambda.WithExpressionBody(null).WithBlock(block),
        SimpleLambdaExpressionSyntax lambda => lambda.WithExpressionBody(null).WithBlock(block),
        _ => null,
    };

    /// <summary>Awaits a task that a method returns before its lease ends. The method becomes asynchronous if it is not
    /// yet.</summary>
    private SyntaxNode? AwaitBeforeReturn(ReturnStatementSyntax returned)
    {
        SyntaxNode? function = FunctionOf(returned);
        if (function is not (MethodDeclarationSyntax or LocalFunctionStatementSyntax)
            || ForbidsAwait(returned) || model.GetDeclaredSymbol(function) is not IMethodSymbol method
            || method.ReturnType is not INamedTypeSymbol { Name: "Task" or "ValueTask" } type
            || (!method.IsAsync && (method.Parameters.Any(CannotBeAsync) || ReturnsElsewhere(function, returned))))
        {
            return null;
        }

        ExpressionSyntax awaited = AwaitExpression(returned.Expression!.WithoutTrivia());
        if (type.Arity > 0)
            return WithAsync(function, returned, [ReturnStatement(awaited)]);

        return IsLast(returned, function)
            ? WithAsync(function, returned, [ExpressionStatement(awaited)])
            : WithAsync(function, returned, [ExpressionStatement(awaited), ReturnStatement()]);
    }

    private static bool CannotBeAsync(IParameterSymbol parameter) =>
        parameter.RefKind != RefKind.None || parameter.Type.IsRefLikeType;

    private SyntaxNode? WithAsync(
        SyntaxNode function, ReturnStatementSyntax returned, IReadOnlyList<StatementSyntax> parts)
    {
        if (returned.Parent is not BlockSyntax)
            return null;

        SyntaxNode changed = function.ReplaceNode(returned, parts.Select((part, index) => part
            .WithLeadingTrivia(index == 0 ? returned.GetLeadingTrivia() : TriviaList(ElasticMarker))
            .WithTrailingTrivia(index == parts.Count - 1 ? returned.GetTrailingTrivia() : TriviaList(ElasticLineFeed))
            .WithAdditionalAnnotations(Formatter.Annotation)));
        SyntaxToken async = Token(SyntaxKind.AsyncKeyword).WithTrailingTrivia(Space);
        return root.ReplaceNode(function, changed switch
        {
            MethodDeclarationSyntax method when !method.Modifiers.Any(SyntaxKind.AsyncKeyword) =>
                method.Modifiers.Count > 0 ? method.WithModifiers(With(method.Modifiers, async))
                : method.WithoutLeadingTrivia().AddModifiers(async).WithLeadingTrivia(method.GetLeadingTrivia()),
            LocalFunctionStatementSyntax local when !local.Modifiers.Any(SyntaxKind.AsyncKeyword) =>
                local.Modifiers.Count > 0 ? local.AddModifiers(async)
                : local.WithoutLeadingTrivia().AddModifiers(async).WithLeadingTrivia(local.GetLeadingTrivia()),
            _ => changed,
        });
    }

    // 'partial' is the last one.
    private static SyntaxTokenList With(SyntaxTokenList modifiers, SyntaxToken async)
    {
        int last = modifiers.IndexOf(SyntaxKind.PartialKeyword);
        return modifiers.Insert(last < 0 ? modifiers.Count : last, async);
    }

    private static bool ReturnsElsewhere(SyntaxNode function, ReturnStatementSyntax returned) => function
        .DescendantNodes(each => each == function
            || each is not (LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax))
        .Any(each => each is YieldStatementSyntax || (each is ReturnStatementSyntax && each != returned));

    private static bool IsLast(ReturnStatementSyntax returned, SyntaxNode function) =>
        returned.Parent is BlockSyntax block && block.Parent == function && block.Statements.Last() == returned;
}
