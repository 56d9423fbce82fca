using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Text;

/// <summary>Describes the messages of this assembly, which have a section each in docs/compiler-messages.md.</summary>
internal static class CompilerMessage
{
    internal static DiagnosticDescriptor Create(
        string id, string title, string message, DiagnosticSeverity severity =
            DiagnosticSeverity.Error, string category = "Pooling") =>
        new(id, title, message, category, severity, isEnabledByDefault: true, helpLinkUri: HelpLink.To(id, title));
}
