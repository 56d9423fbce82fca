using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;
using Pooling.Analyzers.Usage;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace Pooling.CodeFixes;

/// <summary>One change of a file, at the expression that a message marks.</summary>
internal sealed class UsageEdit(SyntaxNode root, SemanticModel model, ExpressionSyntax place, bool isAsync)
{
    private const string UsingTitle = "Declare with 'using'";
    private const string AwaitUsingTitle = "Declare with 'await using'";

    private string Title => isAsync ? AwaitUsingTitle : UsingTitle;

    /// <summary>Returns the title of the change, and the changed file; <see langword="null"/> if it does not fit the code.</summary>
    internal (string Title, SyntaxNode? Root) Apply(string fix) => fix switch
    {
        UsageFixes.Using => (Title, AddUsing()),
        UsageFixes.Keep => (Title, Keep()),
        UsageFixes.Split => ("Hold the lease in a variable", Split()),
        UsageFixes.DisposeLease => ("Dispose the lease", DisposeLease()),
        UsageFixes.UseLease => ("Use the lease", UseLease()),
        UsageFixes.Flush => ("Flush the pipe afterwards", Flush()),
        UsageFixes.Await => ("Await the task", Await()),
        _ => ("", null),
    };

    private SyntaxNode? AddUsing() =>
        Declaration() is { } declaration && CanAwait()
            ? root.ReplaceNode(declaration, WithUsing(declaration.WithoutLeadingTrivia()).WithLeadingTrivia(declaration.GetLeadingTrivia()))
            : null;

    private SyntaxNode? Keep() =>
        place.FirstAncestorOrSelf<ExpressionStatementSyntax>() is { Parent: BlockSyntax or GlobalStatementSyntax } statement && CanAwait()
            ? Replace(statement, Declare("lease", place).WithTriviaFrom(statement))
            : null;

    // The rest of the statement stays the same, with the variable instead of the call.
    private SyntaxNode? Split()
    {
        if (place.FirstAncestorOrSelf<StatementSyntax>() is not { Parent: BlockSyntax block } statement || !CanAwait()
            || statement is not (LocalDeclarationStatementSyntax or ExpressionStatementSyntax or ReturnStatementSyntax)
            || place.Ancestors().TakeWhile(each => each != statement).Any(static each => each is AnonymousFunctionExpressionSyntax))
        {
            return null;
        }

        string name = FreeName("lease");
        StatementSyntax rest = statement.ReplaceNode(place, IdentifierName(name).WithTriviaFrom(place));
        if (rest is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: (int)SyntaxKind.UsingKeyword } local)
            rest = local.WithUsingKeyword(default).WithAwaitKeyword(default);

        StatementSyntax lease = Declare(name, place).WithLeadingTrivia(statement.GetLeadingTrivia()).WithTrailingTrivia(ElasticLineFeed);
        SyntaxList<StatementSyntax> statements = block.Statements;
        int index = statements.IndexOf(statement);
        return Replace(block, block.WithStatements(statements.Replace(statement, rest.WithoutLeadingTrivia()
            .WithLeadingTrivia(ElasticMarker)).Insert(index, lease)));
    }

    private SyntaxNode? DisposeLease()
    {
        if (place is not InvocationExpressionSyntax call)
            return null;

        ExpressionSyntax? value = call.ArgumentList.Arguments.FirstOrDefault()?.Expression
            ?? (call.Expression as MemberAccessExpressionSyntax)?.Expression;
        if (value is not MemberAccessExpressionSyntax { Expression: { } lease })
            return null;

        if (call.FirstAncestorOrSelf<ExpressionStatementSyntax>() is { Parent: BlockSyntax } statement && IsInUsing(lease))
            return root.RemoveNode(statement, SyntaxRemoveOptions.KeepExteriorTrivia);

        return Replace(call, InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, lease, IdentifierName("Dispose"))).WithTriviaFrom(call));
    }

    // using (lease.Value) becomes using (lease).
    private SyntaxNode? UseLease() => place is MemberAccessExpressionSyntax { Parent: UsingStatementSyntax, Expression: { } lease }
        && !IsInUsing(lease)
            ? Replace(place, lease.WithTriviaFrom(place))
            : null;

    private SyntaxNode? Flush()
    {
        if (!IsInAsync() || place is not InvocationExpressionSyntax { ArgumentList.Arguments: var arguments }
            || arguments.FirstOrDefault()?.Expression is not IdentifierNameSyntax pipe
            || place.FirstAncestorOrSelf<UsingStatementSyntax>() is not { Parent: BlockSyntax block } statement)
        {
            return null;
        }

        StatementSyntax flush = ExpressionStatement(AwaitExpression(InvocationExpression(MemberAccessExpression(
            SyntaxKind.SimpleMemberAccessExpression, pipe.WithoutTrivia(), IdentifierName("FlushAsync")))));
        return Replace(block, block.WithStatements(block.Statements.Insert(block.Statements.IndexOf(statement) + 1,
            flush.WithLeadingTrivia(ElasticMarker).WithTrailingTrivia(ElasticLineFeed))));
    }

    private SyntaxNode? Await()
    {
        if (!IsInAsync() || place.FirstAncestorOrSelf<ExpressionStatementSyntax>() is not { } statement)
            return null;

        ExpressionSyntax task = statement.Expression is AssignmentExpressionSyntax { Right: { } right } ? right : statement.Expression;
        return Replace(statement, statement.WithExpression(AwaitExpression(task.WithoutTrivia()).WithTriviaFrom(statement.Expression)));
    }

    private LocalDeclarationStatementSyntax? Declaration() => place.FirstAncestorOrSelf<LocalDeclarationStatementSyntax>() is
    {
        Declaration.Variables.Count: 1, UsingKeyword.RawKind: 0, Parent: BlockSyntax or GlobalStatementSyntax,
    } declaration ? declaration : null;

    private LocalDeclarationStatementSyntax Declare(string name, ExpressionSyntax rent)
    {
        VariableDeclaratorSyntax variable = VariableDeclarator(FreeName(name)).WithInitializer(EqualsValueClause(rent.WithoutTrivia()));
        return WithUsing(LocalDeclarationStatement(VariableDeclaration(IdentifierName("var"), SingletonSeparatedList(variable))));
    }

    private LocalDeclarationStatementSyntax WithUsing(LocalDeclarationStatementSyntax declaration)
    {
        SyntaxToken use = Token(SyntaxKind.UsingKeyword).WithTrailingTrivia(Space);
        return isAsync
            ? declaration.WithAwaitKeyword(Token(SyntaxKind.AwaitKeyword).WithTrailingTrivia(Space)).WithUsingKeyword(use)
            : declaration.WithUsingKeyword(use);
    }

    private string FreeName(string name)
    {
        string free = name;
        for (int i = 2; !model.LookupSymbols(place.SpanStart, name: free).IsEmpty || IsDeclared(free); i++)
            free = name + i.ToString(System.Globalization.CultureInfo.InvariantCulture);

        return free;
    }

    // A variable that is declared further down cannot be looked up yet.
    private bool IsDeclared(string name) => place.FirstAncestorOrSelf<MemberDeclarationSyntax>()?.DescendantTokens()
        .Any(token => token.IsKind(SyntaxKind.IdentifierToken) && token.ValueText == name) == true;

    private bool IsInUsing(ExpressionSyntax lease) => model.GetSymbolInfo(lease).Symbol is ILocalSymbol local
        && local.DeclaringSyntaxReferences.Any(static each => each.GetSyntax().Parent?.Parent
            is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 });

    private bool CanAwait() => !isAsync || IsInAsync();

    private bool IsInAsync()
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

    private SyntaxNode Replace(SyntaxNode old, SyntaxNode changed) =>
        root.ReplaceNode(old, changed.WithAdditionalAnnotations(Formatter.Annotation));
}
