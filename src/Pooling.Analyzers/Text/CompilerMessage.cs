using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Text;

/// <summary>Describes the messages of this assembly, which have one category and a section each in docs/compiler-messages.md.</summary>
internal static class CompilerMessage
{
    internal static DiagnosticDescriptor Create(
        string id, string title, string message, DiagnosticSeverity severity = DiagnosticSeverity.Error) =>
        new(id, title, message, "Pooling", severity, isEnabledByDefault: true, helpLinkUri: HelpLink.To(id, title));
}
