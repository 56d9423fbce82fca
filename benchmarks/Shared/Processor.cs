using System.Runtime.Intrinsics.X86;

namespace Pooling.Benchmarks;

/// <summary>Returns the name of the processor's family, because ratios differ between families.</summary>
internal static class Processor
{
    /// <summary>Gets the name, for example <c>AMD family 25 model 17</c>; the system's name for it if it cannot be determined.</summary>
    internal static string Name
    {
        get
        {
            if (!X86Base.IsSupported)
                return "not x86";

            string maker = X86Base.CpuId(0, 0).Ebx switch { 0x68747541 => "AMD", 0x756E6547 => "Intel", _ => "x86" }; // "Auth", "Genu"

            // Source: AMD64 Architecture Programmer's Manual, volume 3, CPUID function 1.
            int signature = X86Base.CpuId(1, 0).Eax;
            int family = (signature >> 8) & 0xF;
            int model = (signature >> 4) & 0xF;
            if (family == 0xF)
                family += (signature >> 20) & 0xFF;

            return $"{maker} family {family} model {model + (((signature >> 16) & 0xF) << 4)}";
        }
    }
}
