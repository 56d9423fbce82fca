using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;
using Pooling.Analyzers.Usage;
using static Microsoft.CodeAnalysis.CSharp.SyntaxFactory;

namespace Pooling.CodeFixes;

/// <summary>One change of a file, at the expression that a message marks.</summary>
internal sealed partial class UsageEdit(SyntaxNode root, SemanticModel model, ExpressionSyntax place, bool isAsync)
{
    private const string UsingTitle = "Declare with 'using'";
    private const string AwaitUsingTitle = "Declare with 'await using'";

    private string Title => isAsync ? AwaitUsingTitle : UsingTitle;

    /// <summary>Returns the title of the change, and the changed file; <see langword="null"/> if it does not fit the
    /// code.</summary>
    internal (string Title, SyntaxNode? Root) Apply(string fix) => fix switch
    {
        UsageFixes.Using => (Title, AddUsing()),
        UsageFixes.Keep => (Title, Keep()),
        UsageFixes.Join => (Title, Join()),
        UsageFixes.Split => ("Hold the lease in a variable", Split()),
        UsageFixes.Wrap => (isAsync ? "Dispose with 'await using'" : "Dispose with 'using'", Wrap()),
        UsageFixes.DisposeLease => ("Dispose the lease", DisposeLease()),
        UsageFixes.UseLease => ("Use the lease", UseLease()),
        UsageFixes.Flush => ("Flush the pipe afterwards", Flush()),
        UsageFixes.Await => ("Await the task", Await()),
        _ => ("", null),
    };

    // A declaration of several variables is divided, because 'using' would dispose all of them.
    private SyntaxNode? AddUsing()
    {
        if (place.FirstAncestorOrSelf<LocalDeclarationStatementSyntax>() is not { UsingKeyword.RawKind: 0 } declaration
            || place.FirstAncestorOrSelf<VariableDeclaratorSyntax>() is not { } declarator || !CanDeclare()
            || IsWrittenLater(declaration, declarator))
        {
            return null;
        }

        SeparatedSyntaxList<VariableDeclaratorSyntax> variables = declaration.Declaration.Variables;
        int index = variables.IndexOf(declarator);
        List<StatementSyntax> parts = [];
        if (index > 0)
            parts.Add(With(declaration, variables.Take(index)));

        parts.Add(WithUsing(With(declaration, variables.Skip(index).Take(1))));
        if (index < variables.Count - 1)
            parts.Add(With(declaration, variables.Skip(index + 1)));

        return ReplaceStatement(declaration, parts);
    }

    // The variable is declared where it gets the lease, if nothing uses it before, or assigns it again.
    private SyntaxNode? Join()
    {
        if (place.FirstAncestorOrSelf<ExpressionStatementSyntax>() is not
            {
                Parent: BlockSyntax block,
                Expression: AssignmentExpressionSyntax { Left: IdentifierNameSyntax variable, Right: { } right },
            } statement
            || !CanDeclare() || model.GetSymbolInfo(variable).Symbol is not ILocalSymbol local
            || local.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not VariableDeclaratorSyntax
            {
                Parent.Parent: LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0 } declaration,
            } declarator
            || declaration.Parent != block || !HoldsNothing(declarator) || !IsSetOnlyBy(variable, local, block))
        {
            return null;
        }

        VariableDeclaratorSyntax assigned = VariableDeclarator(declarator.Identifier.WithoutTrivia())
            .WithInitializer(EqualsValueClause(right.WithoutTrivia()));
        StatementSyntax joined = WithUsing(LocalDeclarationStatement(VariableDeclaration(
            declaration.Declaration.Type.WithoutTrivia(), SingletonSeparatedList(assigned)))).WithTriviaFrom(statement);
        SyntaxList<StatementSyntax> statements =
            block.Statements.Replace(statement, joined.WithAdditionalAnnotations(Formatter.Annotation));
        SeparatedSyntaxList<VariableDeclaratorSyntax> others = declaration.Declaration.Variables.Remove(declarator);
        int index = block.Statements.IndexOf(declaration);
        return Replace(block, block.WithStatements(others.Count == 0
            ? statements.RemoveAt(index)
            : statements.Replace(statements[index], With(declaration, others).WithTriviaFrom(declaration))));
    }

    private SyntaxNode? Keep() =>
        place.FirstAncestorOrSelf<ExpressionStatementSyntax>() is { } statement
            && WithoutDiscard(statement.Expression) == place && CanDeclare()
            ? ReplaceStatement(statement, [Declare("lease", place)])
            : null;

    // The rest of the statement stays the same, with the variable instead of the call.
    private SyntaxNode? Split()
    {
        if (!CanDeclare())
            return null;

        string name = FreeName("lease");
        SyntaxNode? owner = place.Ancestors().FirstOrDefault(static each =>
            each is StatementSyntax or ArrowExpressionClauseSyntax or AnonymousFunctionExpressionSyntax);
        if (owner is ArrowExpressionClauseSyntax or AnonymousFunctionExpressionSyntax)
            return SplitBody(owner, name);

        if (owner is not (LocalDeclarationStatementSyntax or ExpressionStatementSyntax or ReturnStatementSyntax)
            || !CanMoveBefore(owner, owner) || owner is ReturnStatementSyntax returned && ReturnsTask(returned))
        {
            return null;
        }

        var statement = (StatementSyntax)owner;
        StatementSyntax rest = statement.ReplaceNode(place, IdentifierName(name).WithTriviaFrom(place));
        if (rest is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: (int)SyntaxKind.UsingKeyword } local)
            rest = local.WithUsingKeyword(default).WithAwaitKeyword(default);

        return ReplaceStatement(statement, [Declare(name, place), rest]);
    }

    private SyntaxNode? DisposeLease()
    {
        if (place is not InvocationExpressionSyntax call)
            return null;

        ExpressionSyntax? value = call.ArgumentList.Arguments.FirstOrDefault()?.Expression
            ?? (call.Expression as MemberAccessExpressionSyntax)?.Expression;
        if (value is not MemberAccessExpressionSyntax { Expression: { } lease })
            return null;

        ExpressionSyntax whole = WithAwait(call);
        if (whole.Parent is ExpressionStatementSyntax { Parent: BlockSyntax } statement && IsInUsing(lease))
            return root.RemoveNode(statement, SyntaxRemoveOptions.KeepExteriorTrivia);

        // The end of a lease returns nothing.
        bool isFine = whole.Parent is ExpressionStatementSyntax
            || model.GetTypeInfo(whole).Type is { SpecialType: SpecialType.System_Void };
        if (!isFine)
            return null;

        bool hasDispose = HasDispose(lease);
        if (!hasDispose && !IsInAsync())
            return null;

        ExpressionSyntax disposal = InvocationExpression(
            MemberAccessExpression(SyntaxKind.SimpleMemberAccessExpression, lease.WithoutTrivia(),
                IdentifierName(hasDispose ? "Dispose" : "DisposeAsync")));
        if (!hasDispose)
            disposal = AwaitExpression(disposal);

        return Replace(whole, disposal.WithTriviaFrom(whole));
    }

    /// <summary>Returns the expression that awaits the task of a call, or else the call.</summary>
    private static ExpressionSyntax WithAwait(InvocationExpressionSyntax call)
    {
        ExpressionSyntax task = call;
        while (task.Parent is MemberAccessExpressionSyntax
            {
                Name.Identifier.ValueText: "AsTask" or "ConfigureAwait",
                Parent: InvocationExpressionSyntax adapter,
            })
        {
            task = adapter;
        }

        return task.Parent is AwaitExpressionSyntax wait ? wait : call;
    }

    // using (lease.Value) becomes using (lease).
    private SyntaxNode? UseLease()
    {
        if (place is not MemberAccessExpressionSyntax { Parent: UsingStatementSyntax statement, Expression: { } lease }
            || IsInUsing(lease))
        {
            return null;
        }

        UsingStatementSyntax changed = statement.ReplaceNode(place, lease.WithTriviaFrom(place));
        if (HasDispose(lease))
            return Replace(statement, changed.WithAwaitKeyword(default).WithTriviaFrom(statement));

        if (!IsInAsync() || !HasNewUsing)
            return null;

        SyntaxToken await = Token(SyntaxKind.AwaitKeyword).WithTrailingTrivia(Space);
        return Replace(statement, changed.WithUsingKeyword(Token(SyntaxKind.UsingKeyword).WithTrailingTrivia(Space))
            .WithAwaitKeyword(await).WithTriviaFrom(statement));
    }

    private SyntaxNode? Flush()
    {
        if (!IsInAsync() || place is not InvocationExpressionSyntax { ArgumentList.Arguments: var arguments }
            || arguments.FirstOrDefault()?.Expression is not IdentifierNameSyntax pipe
            || place.FirstAncestorOrSelf<UsingStatementSyntax>() is not { Parent: BlockSyntax block } statement
            || statement.Statement.Span.Contains(place.Span)) // which another declaration holds
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
        StatementSyntax? owner = place.FirstAncestorOrSelf<StatementSyntax>();
        if (owner is ReturnStatementSyntax returned)
            return AwaitBeforeReturn(returned);

        if (!IsInAsync() || owner is not ExpressionStatementSyntax statement)
            return null;

        ExpressionSyntax task = statement.Expression is AssignmentExpressionSyntax { Right: { } right }
            ? right
            : statement.Expression;
        return Replace(statement,
            statement.WithExpression(AwaitExpression(task.WithoutTrivia()).WithTriviaFrom(statement.Expression)));
    }

    private static LocalDeclarationStatementSyntax With(
        LocalDeclarationStatementSyntax declaration, IEnumerable<VariableDeclaratorSyntax> variables) =>
        declaration.WithDeclaration(declaration.Declaration.WithVariables(SeparatedList(variables))).WithoutTrivia();

    private static bool HoldsNothing(VariableDeclaratorSyntax declarator) =>
        declarator.Initializer is not { Value: { } value }
            || value.IsKind(SyntaxKind.DefaultLiteralExpression) || value.IsKind(SyntaxKind.NullLiteralExpression);

    private bool IsSetOnlyBy(IdentifierNameSyntax variable, ILocalSymbol local, BlockSyntax block) => block
        .DescendantNodes().OfType<IdentifierNameSyntax>()
        .Where(name => name != variable && name.Identifier.ValueText == local.Name
            && SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(name).Symbol, local))
        .All(name => name.SpanStart > variable.SpanStart
            && !(name.Parent is AssignmentExpressionSyntax assignment && assignment.Left == name)
            && name.Parent is not ArgumentSyntax { RefKindKeyword.RawKind: not 0 });

    private LocalDeclarationStatementSyntax Declare(string name, ExpressionSyntax rent)
    {
        VariableDeclaratorSyntax variable = VariableDeclarator(FreeName(name)).WithInitializer(
            EqualsValueClause(rent.WithoutTrivia()));
        return WithUsing(
            LocalDeclarationStatement(VariableDeclaration(IdentifierName("var"), SingletonSeparatedList(variable))));
    }

    private LocalDeclarationStatementSyntax WithUsing(LocalDeclarationStatementSyntax declaration)
    {
        SyntaxToken use = Token(SyntaxKind.UsingKeyword).WithTrailingTrivia(Space);
        return isAsync
            ? declaration.WithAwaitKeyword(Token(SyntaxKind.AwaitKeyword).WithTrailingTrivia(Space)).WithUsingKeyword(
                use)
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
    private bool IsDeclared(string name)
    {
        MemberDeclarationSyntax? member = place.FirstAncestorOrSelf<MemberDeclarationSyntax>();
        SyntaxNode? scope = member is GlobalStatementSyntax ? member.Parent : member;
        return scope is not null && scope.DescendantTokens()
            .Any(token => token.IsKind(SyntaxKind.IdentifierToken) && token.ValueText == name);
    }

    private bool IsInUsing(ExpressionSyntax lease) => model.GetSymbolInfo(lease).Symbol is ILocalSymbol local
        && local.DeclaringSyntaxReferences.Any(static each => each.GetSyntax().Parent?.Parent
            is UsingStatementSyntax or LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 });

    private bool HasDispose(ExpressionSyntax lease) => model.GetTypeInfo(lease).Type is not { } type
        || !model.LookupSymbols(place.SpanStart, type, "Dispose").IsEmpty;

    private SyntaxNode Replace(SyntaxNode old, SyntaxNode changed) =>
        root.ReplaceNode(old, changed.WithAdditionalAnnotations(Formatter.Annotation));
}
