using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Pooling.Analyzers.Usage;

/// <summary>The options of .editorconfig: one that is on for all files, or none.</summary>
internal sealed class UsageOptions(string? isOn) : AnalyzerConfigOptionsProvider
{
    private readonly Options _options = new(isOn);

    public override AnalyzerConfigOptions GlobalOptions => _options;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => _options;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => _options;

    private sealed class Options(string? isOn) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out string? value)
        {
            value = key == isOn ? "true" : null;
            return value is not null;
        }
    }
}
