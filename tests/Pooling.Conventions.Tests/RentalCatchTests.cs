using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Conventions;

/// <summary>Tests that what is rented is returned whatever is thrown: not by a catch for some exceptions only, since
/// any other one would pass it and leak the rental.</summary>
public sealed class RentalCatchTests
{
    [Fact]
    public void Rental_OfAnySample_IsNotReturnedByACatchForSomeExceptionsOnly() => Violations.AssertNone(
        from root in new[] { "src", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        from place in Leaks(File.ReadAllText(RepositoryTree.PathOf(root, file)))
        select $"{root}/{file}: {place}");

    [Theory]
    [InlineData("var a = pool.Get(); try { a.X(); } catch (Exception e) when (e is IOException) { p.Return(a); }", "a")]
    [InlineData("var a = memory.RentWriter(); try { a.X(); } catch (IOException) { a.Dispose(); throw; }", "a")]
    [InlineData("a = Pool.Rent(); try { a.X(); } catch (IOException) { Pool.TryReturn(a); }", "a")]
    [InlineData("var a = new PooledArray<byte>(9); try { a.X(); } catch (IOException) { a.Dispose(); }", "a")]
    [InlineData("var a = pool.Get(); try { a.X(); } catch (IOException) { p.Return(a); } catch { p.Return(a); }", null)]
    [InlineData("var a = pool.Get(); try { a.X(); } catch (Exception) { p.Return(a); throw; }", null)]
    [InlineData("var a = pool.Get(); try { a.X(); } catch (IOException) { } finally { p.Return(a); }", null)]
    [InlineData("var a = new Socket(); try { a.X(); } catch (IOException) { a.Dispose(); }", null)]
    [InlineData("var a = map.Get(); try { a.X(); } catch (IOException) { }", null)]
    public void Leaks_OfABlock_AreTheRentalsThatAnotherExceptionLeaks(string block, string? expected) =>
        Assert.Equal(expected, Leaks($"class C {{ void M() {{ {block} }} }}").FirstOrDefault()?.Split(' ')[^1]);

    private static IEnumerable<string> Leaks(string source) =>
        from statement in CSharpSyntaxTree.ParseText(source).GetRoot().DescendantNodes().OfType<TryStatementSyntax>()
        where !statement.Catches.Any(IsForAll)
        from clause in statement.Catches
        from name in ReturnedBy(clause.Block).Distinct()
        where statement.Finally is null || !ReturnedBy(statement.Finally.Block).Contains(name)
        where IsRented(name, statement)
        select $"line {clause.GetLocation().GetLineSpan().StartLinePosition.Line + 1} {name}";

    private static bool IsForAll(CatchClauseSyntax clause) =>
        clause.Filter is null && clause.Declaration?.Type.ToString() is null or "Exception" or "System.Exception";

    // x.Dispose(), x?.Dispose(), x.TryReturn(), pool.Return(x), pool.TryReturn(x)
    private static IEnumerable<string> ReturnedBy(BlockSyntax block)
    {
        foreach (InvocationExpressionSyntax call in block.DescendantNodes().OfType<InvocationExpressionSyntax>())
        {
            string method = MethodOf(call);
            if (method is not ("Dispose" or "Return" or "TryReturn"))
                continue;

            ExpressionSyntax? ended = call.ArgumentList.Arguments.Count > 0
                ? call.ArgumentList.Arguments[0].Expression
                : (call.Expression as MemberAccessExpressionSyntax)?.Expression
                    ?? (call.Parent as ConditionalAccessExpressionSyntax)?.Expression;
            if (ended is IdentifierNameSyntax name)
                yield return name.Identifier.Text;
        }
    }

    private static bool IsRented(string name, TryStatementSyntax statement)
    {
        SyntaxNode? method = statement.Ancestors().FirstOrDefault(
            static node => node is BaseMethodDeclarationSyntax or LocalFunctionStatementSyntax);
        return method is not null && method.DescendantNodes().Any(node => node switch
        {
            VariableDeclaratorSyntax { Initializer.Value: { } value } variable =>
                variable.Identifier.Text == name && IsRental(value),
            AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } set =>
                left.Identifier.Text == name && IsRental(set.Right),
            _ => false,
        });
    }

    private static bool IsRental(ExpressionSyntax value) => value switch
    {
        InvocationExpressionSyntax call => MethodOf(call).StartsWith("Rent", StringComparison.Ordinal)
            || (MethodOf(call) == "Get" && IsPool(call.Expression.ToString())),
        ObjectCreationExpressionSyntax made => made.Type.ToString().StartsWith("Pooled", StringComparison.Ordinal),
        _ => false,
    };

    private static bool IsPool(string text) => text.Contains("pool", StringComparison.OrdinalIgnoreCase);

    private static string MethodOf(InvocationExpressionSyntax call) => call.Expression switch
    {
        MemberAccessExpressionSyntax access => access.Name.Identifier.Text,
        MemberBindingExpressionSyntax binding => binding.Name.Identifier.Text,
        IdentifierNameSyntax name => name.Identifier.Text,
        _ => "",
    };
}
