using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Describes the context of a class in its file that gives the names in an initializer their
/// meaning.</summary>
internal static class InitialsFile
{
    internal static InitialsModel Describe(SyntaxNode declaration, List<string> methods)
    {
        List<string> opening = [];
        int depth = 0;
        foreach (SyntaxNode ancestor in declaration.Ancestors().Reverse())
        {
            if (ancestor is CompilationUnitSyntax unit)
            {
                AddUsings(opening, unit.Externs, unit.Usings);
            }
            else if (ancestor is BaseNamespaceDeclarationSyntax @namespace)
            {
                opening.Add($"namespace {@namespace.Name}");
                opening.Add("{");
                depth++;
                AddUsings(opening, @namespace.Externs, @namespace.Usings);
            }
        }

        return new InitialsModel(new EquatableArray<string>(opening), depth, new EquatableArray<string>(methods));
    }

    private static void AddUsings(List<string> opening, SyntaxList<ExternAliasDirectiveSyntax> externs,
        SyntaxList<UsingDirectiveSyntax> usings)
    {
        foreach (ExternAliasDirectiveSyntax each in externs)
            opening.Add(each.WithoutTrivia().ToString());

        // Global usings already apply to the whole program.
        foreach (UsingDirectiveSyntax each in usings)
        {
            if (each.GlobalKeyword.IsMissing || each.GlobalKeyword.ValueText.Length == 0)
                opening.Add(each.WithoutTrivia().ToString());
        }
    }
}
